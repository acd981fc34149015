import type { AttemptOrder, FollowUp, RetryTerms } from "@sanu/attempts";
import { retryOf } from "@sanu/attempts";
import type { Money, PayoutFailureReason } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { RejectAttempt, SettlePayout } from "./commands.ts";
import type { PayoutEvent } from "./events.ts";

export interface AboutAttempt {
  readonly attempt: Pick<AttemptOrder, "attemptNumber">;
  readonly terms: RetryTerms;
  readonly at: Instant;
}

export function settled(fee: Money, settledAt: Instant): SettlePayout {
  return { kind: "settle", fee, settledAt };
}

/** The rail said definitely that nothing was sent, or nobody was ever called. */
export function rejected(
  reason: PayoutFailureReason,
  { attempt, terms, at }: AboutAttempt,
): RejectAttempt {
  const { attemptNumber } = attempt;
  const { attemptsMax } = terms;
  return { kind: "reject-attempt", attemptNumber, reason, attemptsMax, at };
}

export function followUp(
  attempt: AttemptOrder,
  events: readonly PayoutEvent[],
  terms: RetryTerms,
): FollowUp | undefined {
  const isRetried = events.some(({ type }) => type === "PayoutAttemptRejected");
  return isRetried ? retryOf(attempt, terms) : undefined;
}
