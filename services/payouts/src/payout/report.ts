import type {
  AboutAttempt,
  AttemptOrder,
  AttemptReport,
  CallStep,
  FollowUp,
  RetryTerms,
} from "@sanu/attempts";
import { HOLD_REQUESTED, retryOf, withheld } from "@sanu/attempts";
import type { Money } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { SettlePayout, WithholdPayout } from "./commands.ts";
import type { PayoutEvent } from "./events.ts";

export function settled(
  { attempt: { attemptNumber } }: Pick<AboutAttempt, "attempt">,
  fee: Money,
  settledAt: Instant,
): SettlePayout {
  return { kind: "settle", attemptNumber, fee, settledAt };
}

export function followUp(
  attempt: AttemptOrder,
  events: readonly PayoutEvent[],
  terms: RetryTerms,
): FollowUp | undefined {
  const rejected = events.find((event) => event.type === "PayoutAttemptRejected");
  if (rejected === undefined) return undefined;
  const again = retryOf(attempt, terms);
  const provider = rejected.next?.provider ?? null;
  if (again.kind !== "attempt" || provider === null) return again;
  return rejected.next?.reason === "fail-over"
    ? { ...again, provider, beginInMs: null }
    : { ...again, provider };
}

/**
 * In place of the call of an attempt, once nothing of the attempts before it can arrive. One that may have been called before is not
 * called again: its status goes on being checked, and a person decides about it when that says nothing for long.
 */
export function withheldByHold(
  step: "prepare" | CallStep,
  { attempt, at }: Pick<AboutAttempt, "attempt" | "at">,
): AttemptReport<WithholdPayout> {
  if (step === "resend") {
    return { step, kind: "unknown", code: HOLD_REQUESTED, notCalled: true };
  }
  const { attemptNumber } = attempt;
  return withheld(step, HOLD_REQUESTED, { kind: "withhold", attemptNumber, at } as const);
}
