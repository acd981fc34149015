import { type Instant, msBetween, plusMs } from "@sanu/kernel";
import { type AttemptSituation, isFinal, needsPreparation } from "./attempt.ts";
import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import type { RetryRule } from "./retry-rule.ts";

export type CallingStep = "call" | "resend" | "check-status" | "cancel" | "withdraw";

export type NextStep =
  | { readonly kind: CallingStep }
  | { readonly kind: "prepare" }
  | { readonly kind: "wait-until"; readonly at: Instant }
  /** Nothing is known after a long time; status checks go on, slowly. */
  | { readonly kind: "give-to-review" }
  | { readonly kind: "rest" };

/** Once a call may have been made, the step is never `call` again, and `resend` only as the rail's rule allows. */
export function nextStep(
  attempt: AttemptSituation,
  retryRule: RetryRule,
  now: Instant,
  limits: AttemptLimits = attemptLimits,
): NextStep {
  const hasEnded = isFinal(attempt);
  const check: NextStep = {
    kind: attempt.cancelRequested && !hasEnded ? "cancel" : "check-status",
  };
  if (attempt.statusCheckRequested && attempt.calledAt !== null) return check;
  // A final attempt is due only while a status check of it waits for its response.
  if (hasEnded && (attempt.nextAt === null || attempt.calledAt === null)) return { kind: "rest" };
  if (attempt.nextAt !== null && msBetween(now, attempt.nextAt) > 0) {
    return { kind: "wait-until", at: attempt.nextAt };
  }
  if (hasEnded) return check;
  if (attempt.calledAt === null && attempt.cancelRequested) return { kind: "withdraw" };
  // However old, what was never called is called: the order stands until its aggregate says otherwise.
  if (attempt.calledAt === null && isPrepared(attempt)) return { kind: "call" };
  if (isOverdue(attempt, now, limits)) return { kind: "give-to-review" };
  if (attempt.reviewedAt !== null && attempt.statusChecks >= limits.statusChecksInReviewMax) {
    return { kind: "rest" };
  }
  if (attempt.calledAt === null) return { kind: "prepare" };
  if (attempt.state !== "unknown" || attempt.lastError !== "not-found") return check;
  if (attempt.cancelRequested) return check;
  return stepAfterNotFound(attempt, attempt.calledAt, { retryRule, now, limits });
}

function isPrepared(attempt: AttemptSituation): boolean {
  return !needsPreparation(attempt.kind) || attempt.naturalKey !== null;
}

function isOverdue(attempt: AttemptSituation, now: Instant, limits: AttemptLimits): boolean {
  const isUntried = attempt.calledAt === null && attempt.statusChecks === 0;
  if (isUntried || attempt.reviewedAt !== null) return false;
  return msBetween(attempt.createdAt, now) >= limits.reviewAfterMs;
}

interface ResendRules {
  readonly retryRule: RetryRule;
  readonly now: Instant;
  readonly limits: AttemptLimits;
}

function stepAfterNotFound(
  attempt: AttemptSituation,
  calledAt: Instant,
  { retryRule, now, limits }: ResendRules,
): NextStep {
  if (retryRule === "check-status-only" || attempt.calls >= limits.callsMax)
    return { kind: "check-status" };
  // A provider may take a moment to find what it has just accepted; resending is safe but noisy.
  const resendAt = plusMs(calledAt, limits.resendGraceMs);
  if (msBetween(now, resendAt) > 0) return { kind: "check-status" };
  return { kind: "resend" };
}
