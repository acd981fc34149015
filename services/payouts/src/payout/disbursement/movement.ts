import {
  heldByEarlier,
  mayOneArrive,
  notReady,
  onceOthersAreOver,
  rejected,
  reportOfCall,
  withheld,
} from "@sanu/attempts";
import {
  type Attempt,
  contextOfAttempt,
  fetchDestination,
  findCalledBefore,
  type MoneyMovement,
  type MovementCall,
  type Ordered,
} from "@sanu/platform";
import type { PayoutCommand } from "../commands.ts";
import { earlierArrival } from "../contradiction.ts";
import type { PayoutEvent } from "../events.ts";
import { followUp, withheldByHold } from "../report.ts";
import { isHeld, type Payout } from "../state.ts";
import type { XofTransfer } from "../transfer.ts";
import { believedStatus } from "./believed-status.ts";
import type { DisbursementDeps } from "./deps.ts";
import { anotherOf, nextOf, withNext } from "./next-connector.ts";
import { isNumberUsedUp } from "./number-used-up.ts";
import { rejectedDisbursement, reportOfStatus } from "./report.ts";

/** Pays XOF out to a mobile-money number. The provider knows an order by the attempt's own key. */
export function disbursementMovement(
  deps: DisbursementDeps,
): MoneyMovement<Payout, PayoutCommand, PayoutEvent> {
  const { rail, terms, clock } = deps;
  return {
    kind: "disbursement",
    provider: rail.provider,
    retryRule: rail.retryRule,
    limits: { reversibleForMs: rail.reversibleForMs },
    call: (call) => disburse(deps, call),
    async checkStatus({ attempt, recall, load }) {
      const { amountXof } = transferOf(await recall());
      const said = await rail.status(attempt.attemptId, attempt.providerReference);
      const status = await believedStatus(deps, attempt, said);
      const report = reportOfStatus(status, { attempt, terms, at: clock.now(), amountXof });
      // What came back before anybody saw it arrive has failed, too.
      if (status.kind !== "failed" && status.kind !== "reversed") return report;
      const state = await load();
      const refusal =
        status.kind === "failed" ? ({ reason: status.reason, at: "status" } as const) : undefined;
      const refused = await withNext(deps, report, { state, refusal });
      return onceOthersAreOver(refused, attempt, {
        arrival: earlierArrival(state),
        isOpen: () => isEarlierOpen(deps, attempt, state),
      });
    },
    followUp: (attempt, events) => followUp(attempt, events, terms),
  };
}

async function disburse(
  deps: DisbursementDeps,
  { attempt, step, load, beforeCall }: MovementCall<Payout>,
) {
  const { rail, terms, request, clock, logger } = deps;
  const state = await load();
  const over = heldByEarlier(step, earlierArrival(state), () =>
    rejected("no-route", { attempt, terms, at: clock.now() }),
  );
  if (over !== undefined) return over;
  if (await isEarlierOpen(deps, attempt, state)) return notReady(step, "earlier-attempt-open");
  if (isHeld(state)) return withheldByHold(step, { attempt, at: clock.now() });
  if (step === "call" && !(await deps.connectors.isEnabled(rail.provider))) {
    return withheldFromDisabled(deps, { attempt, step, state });
  }
  const { payoutId, transactionId, reference: description } = state.order;
  const { amountXof, channel, numberHmac: hmac } = transferOf(state);
  const wanted = { transactionId, leg: "payout", hmac } as const;
  const fetched = await fetchDestination(request, wanted, contextOfAttempt(attempt));
  if (fetched.kind === "unavailable") return notReady(step, "destination-unavailable");
  if (fetched.kind === "changed") {
    const reason = "destination-changed";
    logger.error({ payoutId }, "a number is not the one that was ordered; it gets nothing");
    return withheld(step, reason, rejected(reason, { attempt, terms, at: clock.now() }));
  }
  const elsewhere = await nextOfUsedUp(deps, { attempt, step, state });
  if (elsewhere !== undefined) return elsewhere;
  beforeCall();
  const order = { key: attempt.attemptId, amountXof, number: fetched.text, channel, description };
  const outcome = await rail.disburse(order);
  const about = { attempt, terms, at: clock.now(), amountXof };
  const report = reportOfCall(step, outcome, {
    accepted: (status) => reportOfStatus(status, about),
    rejected: (reason) => rejectedDisbursement(reason, about),
  });
  if (outcome.kind !== "rejected") return report;
  const at = outcome.takenAs === undefined ? "call" : "status";
  const refusal = { reason: outcome.reason, at } as const;
  return withNext(deps, report, { state, refusal });
}

/** What had failed may have come alive meanwhile, by its provider's own word, whoever that was: then a further one is too much. */
async function isEarlierOpen(
  deps: DisbursementDeps,
  attempt: Attempt,
  { order: { earlierPayoutIds } }: Ordered<Payout>,
): Promise<boolean> {
  const { database, rails } = deps;
  const earlier = await findCalledBefore(database, attempt, earlierPayoutIds);
  const said = earlier.map(async ({ attemptId, providerReference, provider }) => {
    const asked = rails.find((one) => one.provider === provider);
    // Of one whose provider is not served any more nobody knows.
    if (asked === undefined) return { kind: "pending" } as const;
    return asked.status(attemptId, providerReference);
  });
  return mayOneArrive(await Promise.all(said));
}

/** It would be refused, or not answered, by who has paid the number often enough today: another one pays it, where there is one. */
async function nextOfUsedUp(
  deps: DisbursementDeps,
  of: Pick<MovementCall<Payout>, "attempt" | "step"> & { readonly state: Ordered<Payout> },
) {
  const { attempt, step, state } = of;
  const { terms, clock } = deps;
  if (step !== "call" || attempt.attemptNumber >= terms.attemptsMax) return undefined;
  if (!(await isNumberUsedUp(deps, attempt, state.order.transactionId))) return undefined;
  const next = await nextOf(deps, state);
  if (next === undefined) return undefined;
  const command = rejected("no-route", { attempt, terms, at: clock.now() });
  return withheld(step, "number-used-up", { ...command, next });
}

/** The staff stops what was not begun: another one carries it out, or it waits. */
async function withheldFromDisabled(
  deps: DisbursementDeps,
  of: Pick<MovementCall<Payout>, "attempt" | "step"> & { readonly state: Ordered<Payout> },
) {
  const { attempt, step, state } = of;
  const { terms, clock } = deps;
  const code = "provider-disabled";
  const next = attempt.attemptNumber < terms.attemptsMax ? await anotherOf(deps, state) : undefined;
  if (next === undefined) return notReady(step, code);
  return withheld(step, code, {
    ...rejected("no-route", { attempt, terms, at: clock.now() }),
    next,
  });
}

/** Throws where the payout is not of XOF: its attempt is of another kind. */
function transferOf({ order }: Ordered<Payout>): XofTransfer {
  if (order.transfer.kind === "disbursement") return order.transfer;
  throw new Error(`${order.payoutId} sends no XOF`);
}
