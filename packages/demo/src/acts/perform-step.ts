import pLimit from "p-limit";
import { statusOf } from "../plan/outcomes.ts";
import type { Act, Step } from "../plan/step.ts";
import { type Cast, placedOf } from "./cast.ts";
import { handIn, join } from "./join.ts";
import { order, performAction } from "./order.ts";
import { untilCalm, untilEnded, untilPaid } from "./settle.ts";
import { hire } from "./staff.ts";
import { holdSession } from "./staff-session.ts";

const stepLimits = { atOnce: 24 } as const;

/** Does everything of a step at once, and waits for what is to be over with it. */
export async function performStep(cast: Cast, step: Step, identityUrl: string): Promise<void> {
  const atOnce = pLimit(stepLimits.atOnce);
  await Promise.all(step.acts.map((act) => atOnce(() => perform(cast, act, identityUrl))));
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
  if (begun.length > 0 || !step.acts.every(isAboutOrders)) await untilCalm(cast.system);
}

function perform(cast: Cast, act: Act, identityUrl: string): Promise<void> {
  switch (act.kind) {
    case "hire":
      return hire(cast, identityUrl);
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
