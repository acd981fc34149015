import { abandoned, rejected, reportOfCall, withheld } from "@sanu/attempts";
import type { Attempt, MoneyMovement, MovementCall } from "@sanu/platform";
import type { PayoutCommand } from "../commands.ts";
import { arrivedBefore } from "../contradiction.ts";
import type { PayoutEvent } from "../events.ts";
import { followUp } from "../report.ts";
import type { Payout } from "../state.ts";
import type { SendDeps } from "./deps.ts";
import { feeLimitOf } from "./fee-limit.ts";
import { prepareSend, transferOf } from "./prepare.ts";
import { rejectedSend, reportOfStatus } from "./report.ts";

/** Sends sats, paid out or refunded: it prepares, stores, sends, and checks the status under the natural key. */
export function sendMovement(deps: SendDeps): MoneyMovement<Payout, PayoutCommand, PayoutEvent> {
  const { rail, terms, clock } = deps;
  return {
    kind: "send",
    provider: rail.provider,
    retryRule: rail.retryRule,
    prepare: (step) => prepareSend(deps, step),
    // The same invoice is under way for another payout: paying it for this one too would pay it once for both.
    reportOfUsedKey(attempt) {
      const reason = "destination-unusable";
      return abandoned(reason, rejected(reason, { attempt, terms, at: clock.now() }));
    },
    call: (call) => send(deps, call),
    checkStatus: async ({ attempt }) =>
      reportOfStatus(await rail.status(naturalKeyOf(attempt)), { attempt, terms, at: clock.now() }),
    followUp: (attempt, events) => followUp(attempt, events, terms),
  };
}

async function send(
  { rail, terms, clock }: SendDeps,
  { attempt, step, recall, load, beforeCall }: MovementCall<Payout>,
) {
  // Behind a first attempt the newest word counts.
  const state = await (attempt.attemptNumber > 1 ? load() : recall());
  const transfer = transferOf(state);
  const { amountSats } = transfer;
  const about = { attempt, terms, at: clock.now() };
  if (arrivedBefore(state) !== undefined) {
    return withheld(step, "earlier-attempt-arrived", rejected("no-route", about));
  }
  const feeLimitSats = feeLimitOf(transfer, terms);
  // No way is free: what may cost nothing goes nowhere.
  if (feeLimitSats < 1n) return withheld(step, "no-route", rejected("no-route", about));
  beforeCall();
  const outcome = await rail.send({
    prepared: preparedOf(attempt),
    amountSats,
    feeLimitSats,
  });
  const then = { ...about, at: clock.now() };
  return reportOfCall(step, outcome, {
    accepted: (status) => reportOfStatus(status, then),
    rejected: (reason) => rejectedSend(reason, then),
  });
}

/** What was stored before the call; without it nobody may send. */
function preparedOf(attempt: Attempt) {
  const { attemptId, payload } = attempt;
  if (payload === null) throw new Error(`${attemptId} is not prepared`);
  return { naturalKey: naturalKeyOf(attempt), payload };
}

/** By what the rail is asked, also behind the end, when the rest of what was prepared is deleted. */
function naturalKeyOf({ attemptId, naturalKey }: Attempt): string {
  if (naturalKey === null) throw new Error(`${attemptId} is not prepared`);
  return naturalKey;
}
