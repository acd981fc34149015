import { type Instant, msBetween } from "@sanu/kernel";
import type { AttemptSituation } from "./attempt.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import { HOLD_REQUESTED, isFailedCall, isOutage, type RetryRule } from "./retry-rule.ts";

interface ReviewRules {
  readonly retryRule: RetryRule;
  readonly now: Instant;
  readonly limits: AttemptLimits;
}

/** Whether a person has to look now, and was not asked yet. */
export function isOverdue(attempt: AttemptSituation, rules: ReviewRules): boolean {
  if (attempt.reviewedAt !== null || waitsForPayer(attempt)) return false;
  const { now, limits } = rules;
  const ageMs = msBetween(waitingSince(attempt), now);
  const isRecoverable = recoversByItself(attempt, rules);
  return ageMs >= (isRecoverable ? limits.reviewRecoverableAfterMs : limits.reviewAfterMs);
}

/** Who pays takes his time: that he has not yet is an answer, as long as the provider gives it, and no open question. */
function waitsForPayer({ kind, state, lastError }: AttemptSituation): boolean {
  const isOfPayer = kind === "collection" || kind === "invoice";
  return isOfPayer && state === "accepted" && lastError === null;
}

/** What was taken at last, after an outage, has its hour from then; and so has what could be called at all only late. */
function waitingSince({ state, calls, calledAt, createdAt }: AttemptSituation): Instant {
  const hasItsHour = state === "accepted" || calls === 1;
  return hasItsHour && calledAt !== null ? calledAt : createdAt;
}

/**
 * Whether it will be sent again as soon as its provider is well, and has most probably moved nothing: a person could only
 * wait as well, and what is in review is never sent again. A call that broke off is not meant: it may have moved money.
 */
function recoversByItself(
  attempt: AttemptSituation,
  { retryRule, now, limits }: ReviewRules,
): boolean {
  if (attempt.calledAt === null) return isOutage(attempt.lastError);
  if (retryRule === "check-status-only" || attempt.cancelRequested) return false;
  if (attempt.state === "accepted") return false;
  if (attempt.callError === HOLD_REQUESTED) return false;
  if (isFailedCall(attempt.callError)) return true;
  const { notFoundAt } = attempt;
  return notFoundAt !== null && msBetween(notFoundAt, now) < limits.reviewAfterMs;
}
