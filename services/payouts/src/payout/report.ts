import type { AttemptOrder, FollowUp, RetryTerms } from "@sanu/attempts";
import { retryOf } from "@sanu/attempts";
import type { Money, PayoutFailureReason } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { RejectAttempt, SettlePayout } from "./commands.ts";
import type { PayoutEvent } from "./events.ts";

/** What a report of an attempt needs beside what the rail said. */
export interface AboutAttempt {
  readonly attempt: Pick<AttemptOrder, "attemptNumber">;
  readonly terms: RetryTerms;
  readonly at: Instant;
}

/** The rail proved that the receiver has the money. */
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

/** After a "no" that may pass the payout is tried again. */
export function followUp(
  attempt: AttemptOrder,
  events: readonly PayoutEvent[],
  terms: RetryTerms,
): FollowUp | undefined {
  const isRetried = events.some(({ type }) => type === "PayoutAttemptRejected");
  return isRetried ? retryOf(attempt, terms) : undefined;
}
