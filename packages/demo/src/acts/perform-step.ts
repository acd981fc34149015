import pLimit from "p-limit";
import { statusOf } from "../plan/outcomes.ts";
import type { Act, Step } from "../plan/step.ts";
import { untilCalm } from "./calm.ts";
import { type Cast, placedOf } from "./cast.ts";
import { handIn, join } from "./join.ts";
import { order, performAction } from "./order.ts";
import { untilEnded, untilPaid } from "./settle.ts";
import { hire } from "./staff.ts";
import { holdSession } from "./staff-session.ts";

const stepLimits = { atOnce: 48 } as const;

/** What happens while the clock leaps to the step: no node calls back when a wallet pays, so an invoice is paid before it is looked at. */
export async function performOnTheWay(cast: Cast, { acts }: Step): Promise<void> {
  await performAll(acts.filter(isOnTheWay), (act) => perform(cast, act));
}

function isOnTheWay(act: Act): boolean {
  return act.kind === "action" && act.action === "pay-invoice";
}

/** Does everything else of a step at once, and waits for what is to be over with it. */
export async function performStep(cast: Cast, step: Step): Promise<void> {
  await performAll(
    step.acts.filter((act) => !isOnTheWay(act)),
    (act) => perform(cast, act),
  );
  await untilEnded(
    cast.system,
    step.ending.map((each) => ({
      transactionId: placedOf(cast, each).transactionId,
      outcome: each.outcome,
      status: statusOf(each.outcome),
      isCertain: each.type === "BUY_BITCOIN",
    })),
  );
  const begun = step.acts.flatMap((act) =>
    act.kind === "action" && !step.ending.includes(act.order) ? [act.order] : [],
  );
  await untilPaid(
    cast.system,
    begun.map((each) => placedOf(cast, each).transactionId),
  );
  // Of accounts, documents and the staff everybody has to know before anybody orders; and a payout that ends later has begun.
  const isAboutOrders = ({ kind }: Act): boolean => kind === "order" || kind === "action";
  const isLeft = begun.length + step.trailing.length > 0;
  if (isLeft || !step.acts.every(isAboutOrders)) await untilCalm(cast.system);
}

function performAll(acts: readonly Act[], work: (act: Act) => Promise<void>): Promise<unknown> {
  const atOnce = pLimit(stepLimits.atOnce);
  return Promise.all(acts.map((act) => atOnce(() => work(act))));
}

function perform(cast: Cast, act: Act): Promise<void> {
  switch (act.kind) {
    case "hire":
      return hire(cast);
    case "join":
      return join(cast, act.person);
    case "hand-in":
      return handIn(cast, act.person);
    case "order":
      return order(cast, act.order);
    case "action":
      return performAction(cast, act.action, act.order);
    case "staff":
      return holdSession(cast, act.session);
  }
}
