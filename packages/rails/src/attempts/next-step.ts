import { type Instant, msBetween, plusMs } from "@sanu/kernel";
import type { RetryRule } from "../ports/retry-rule.ts";
import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import type { AttemptSituation } from "./attempt-situation.ts";

export type NextStep =
  /** Fetch the invoice or build the transaction, and store it. */
  | { readonly kind: "prepare" }
  /** The first call. */
  | { readonly kind: "call" }
  | { readonly kind: "ask" }
  /** Ask to cancel; the answer is a status like any other. */
  | { readonly kind: "cancel" }
  /** Never called and no longer wanted: rejected without a call. */
  | { readonly kind: "withdraw" }
  /** The same call with the same key, once more. */
  | { readonly kind: "resend" }
  | { readonly kind: "wait-until"; readonly at: Instant }
  /** Nothing is known after a long time: a person has to look. Asking goes on, slowly. */
  | { readonly kind: "give-to-review" }
  /** Final, or asked for the last time. */
  | { readonly kind: "rest" };

/**
 * What to do with an attempt now. Pure. Once a call may have been made, the answer is never `call` again:
 * it is `ask`, and `resend` only under the rail's rule after the provider has said that it does not know the key.
 */
export function nextStep(
  attempt: AttemptSituation,
  retryRule: RetryRule,
  now: Instant,
  limits: AttemptLimits = attemptLimits,
): NextStep {
  const isFinal = attempt.state === "rejected" || attempt.state === "settled";
  const question: NextStep = { kind: attempt.cancelWanted && !isFinal ? "cancel" : "ask" };
  if (attempt.askWanted && attempt.calledAt !== null) return question;
  // A final attempt is due only while a question about it waits for its answer.
  if (isFinal && (attempt.nextAt === null || attempt.calledAt === null)) return { kind: "rest" };
  if (attempt.nextAt !== null && msBetween(now, attempt.nextAt) > 0) {
    return { kind: "wait-until", at: attempt.nextAt };
  }
  if (isFinal) return question;
  if (attempt.calledAt === null && attempt.cancelWanted) return { kind: "withdraw" };
  // However old, what was never called is called: the order stands until its aggregate says otherwise.
  if (attempt.calledAt === null && isPrepared(attempt)) return { kind: "call" };
  if (isOverdue(attempt, now, limits)) return { kind: "give-to-review" };
  if (attempt.reviewedAt !== null && attempt.asks >= limits.asksInReviewMax) {
    return { kind: "rest" };
  }
  if (attempt.calledAt === null) return { kind: "prepare" };
  if (attempt.state !== "unknown" || attempt.lastError !== "not-found") return question;
  if (attempt.cancelWanted) return question;
  return stepAfterNotFound(attempt, attempt.calledAt, { retryRule, now, limits });
}

function isPrepared(attempt: AttemptSituation): boolean {
  return attempt.kind !== "send" || attempt.naturalKey !== null;
}

function isOverdue(attempt: AttemptSituation, now: Instant, limits: AttemptLimits): boolean {
  const isUntried = attempt.calledAt === null && attempt.asks === 0;
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
  if (retryRule === "ask-only" || attempt.calls >= limits.callsMax) return { kind: "ask" };
  // A provider may take a moment to find what it has just accepted; resending is safe but noisy.
  const resendAt = plusMs(calledAt, limits.resendGraceMs);
  if (msBetween(now, resendAt) > 0) return { kind: "ask" };
  return { kind: "resend" };
}
