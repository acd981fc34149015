import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import type { AttemptReport } from "./attempt-report.ts";
import type { AttemptSituation, AttemptState } from "./attempt-situation.ts";
import { lateLookInMs } from "./late-look.ts";

/** What is stored about an attempt after a report. */
export interface AttemptChange {
  readonly state: AttemptState;
  /** Milliseconds until the next step; null when nothing more is due. */
  readonly nextInMs: number | null;
  readonly asks: number;
  readonly lastError: string | null;
}

/**
 * How a report changes an attempt. Pure. A final attempt stays as it is: money that shows up later is a
 * matter of the aggregate, and moving a rejected attempt would make room for a second one disappear.
 */
export function attemptAfter(
  attempt: AttemptSituation,
  report: AttemptReport,
  limits: AttemptLimits = attemptLimits,
): AttemptChange {
  if (attempt.state === "rejected" || attempt.state === "settled") {
    return afterFinal(attempt, attempt.state, { report, limits });
  }
  const asks = report.step === "ask" || report.step === "prepare" ? attempt.asks + 1 : 0;
  const later = { nextInMs: nextAskInMs(attempt, asks, limits), asks };
  switch (report.kind) {
    case "settled":
      return { ...untilLateLook(attempt, "settled", asks), state: "settled", lastError: null };
    case "rejected":
      return rejectedAfter(attempt, report, later);
    case "accepted":
      return { ...acceptedLater(attempt, asks, limits), state: "accepted", lastError: null };
    case "not-ready":
      return afterNotReady(attempt, report, limits);
    case "not-found":
    case "unknown":
      return {
        ...later,
        state: stateAfterNoAnswer(attempt, report),
        lastError: report.code,
      };
  }
}

/**
 * A question about a final attempt stays open until it is answered: money may have come that nobody knows of. A
 * collection is looked at a few times more.
 */
function afterFinal(
  attempt: AttemptSituation,
  state: "rejected" | "settled",
  { report, limits }: { readonly report: AttemptReport; readonly limits: AttemptLimits },
): AttemptChange {
  const { lastError } = attempt;
  const isAnswered = report.kind !== "unknown" && report.kind !== "not-ready";
  // A new wish to ask begins with quick questions again.
  const asks = attempt.askWanted ? 1 : attempt.asks + 1;
  if (isAnswered || asks > limits.asksInReviewMax) {
    const later = isAnswered
      ? untilLateLook(attempt, state, attempt.asks)
      : { nextInMs: null, asks: attempt.asks };
    return { ...later, state, lastError };
  }
  const doubled = limits.askFirstMs * 2 ** Math.min(asks - 1, 20);
  return { state, nextInMs: Math.min(doubled, limits.askInReviewMs), asks, lastError };
}

/** Nothing was learned outside, so the pace of questions stays what it was. */
function afterNotReady(
  { state, asks, reviewedAt }: AttemptSituation,
  { code }: AttemptReport,
  limits: AttemptLimits,
): AttemptChange {
  const nextInMs = reviewedAt === null ? limits.notReadyMs : limits.askInReviewMs;
  return { state, nextInMs, asks: Math.max(asks, 1), lastError: code };
}

/** Preparing calls nobody's money, so nothing can have happened; what a provider once had, it has. */
function stateAfterNoAnswer(attempt: AttemptSituation, report: AttemptReport): AttemptState {
  return report.step === "prepare" || attempt.state === "accepted" ? attempt.state : "unknown";
}

type Later = Pick<AttemptChange, "nextInMs" | "asks">;

/**
 * A "no" to the first call, or to a question, is definite. A "no" to a call that was perhaps made before is
 * not: some providers check limits before they look whether the key is known.
 */
function rejectedAfter(
  attempt: AttemptSituation,
  report: AttemptReport,
  later: Later,
): AttemptChange {
  if (report.step === "resend") {
    return { ...later, state: attempt.state, lastError: "rejected-when-resent" };
  }
  // What the provider refused at once it never had, so nobody can pay it.
  const { asks } = later;
  const end =
    report.step === "call" ? { nextInMs: null, asks } : untilLateLook(attempt, "rejected", asks);
  return { ...end, state: "rejected", lastError: report.code };
}

/** A late look that is not answered begins with quick questions again. */
function untilLateLook(
  attempt: AttemptSituation,
  end: "rejected" | "settled",
  asks: number,
): Later {
  const nextInMs = lateLookInMs(attempt, end);
  return { nextInMs, asks: nextInMs === null ? asks : 0 };
}

/** Whoever has the order may tell its end by itself; then questions about it have a pace of their own. */
function acceptedLater(attempt: AttemptSituation, asks: number, limits: AttemptLimits): Later {
  const askFirstMs = Math.max(limits.askFirstMs, limits.askAcceptedFirstMs);
  return { nextInMs: nextAskInMs(attempt, asks, { ...limits, askFirstMs }), asks };
}

function nextAskInMs(attempt: AttemptSituation, asks: number, limits: AttemptLimits): number {
  if (attempt.reviewedAt !== null) return limits.askInReviewMs;
  // 2^20 first delays are more than any bound in use, and stay exact.
  return Math.min(limits.askFirstMs * 2 ** Math.min(asks, 20), limits.askMostMs);
}
