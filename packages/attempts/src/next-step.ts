import { type Instant, msBetween, plusMs } from "@sanu/kernel";
import { type AttemptSituation, isFinal, needsPreparation } from "./attempt.ts";
import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import { backoffMs } from "./backoff.ts";
import type { RetryRule } from "./retry-rule.ts";
import { isOverdue } from "./review-age.ts";

export type CallingStep = "call" | "resend" | "check-status" | "cancel" | "withdraw";

export type NextStep =
  | { readonly kind: CallingStep }
  | { readonly kind: "prepare" }
  | { readonly kind: "wait-until"; readonly at: Instant }
  /** Nothing is known after a long time; status checks go on, slowly. */
  | { readonly kind: "give-to-review" }
  /** Only what has ended: nothing that is still to be done ever rests. */
  | { readonly kind: "rest" };

/**
 * Once a call may have been made, the step is never `call` again, and `resend` only as the rail's rule allows. Once a
 * person was asked to look it is neither: she may be paying by hand.
 */
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
  const rules = { retryRule, now, limits };
  if (attempt.calledAt === null) return stepBeforeCall(attempt, rules);
  if (isOverdue(attempt, rules)) return { kind: "give-to-review" };
  return mayResend(attempt, attempt.calledAt, rules) ? { kind: "resend" } : check;
}

interface Rules {
  readonly retryRule: RetryRule;
  readonly now: Instant;
  readonly limits: AttemptLimits;
}

/** However old, what nobody has tried is called: the order stands until its aggregate says otherwise. */
function stepBeforeCall(attempt: AttemptSituation, rules: Rules): NextStep {
  if (attempt.cancelRequested) return { kind: "withdraw" };
  if (attempt.reviewedAt !== null) {
    return { kind: "wait-until", at: plusMs(rules.now, rules.limits.statusCheckInReviewMs) };
  }
  if (attempt.statusChecks > 0 && isOverdue(attempt, rules)) return { kind: "give-to-review" };
  return { kind: isPrepared(attempt) ? "call" : "prepare" };
}

function isPrepared(attempt: AttemptSituation): boolean {
  return !needsPreparation(attempt.kind) || attempt.naturalKey !== null;
}

/** Only what the provider does not know, and what nobody may be deciding about. */
function mayResend(
  attempt: AttemptSituation,
  calledAt: Instant,
  { retryRule, now, limits }: Rules,
): boolean {
  if (retryRule === "check-status-only" || attempt.reviewedAt !== null) return false;
  if (attempt.isMaybeSent) return false;
  if (attempt.state !== "unknown" || attempt.lastError !== "not-found") return false;
  if (attempt.cancelRequested) return false;
  // A provider may take a moment to find what it has just accepted; resending is safe but noisy.
  const { resendGraceMs, resendMostMs } = limits;
  const pauseMs = backoffMs(resendGraceMs, attempt.calls - 1, resendMostMs);
  return msBetween(plusMs(calledAt, pauseMs), now) >= 0;
}
