import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import type { AttemptReport } from "./attempt-report.ts";
import type { AttemptSituation, AttemptState } from "./attempt-situation.ts";

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
    const { state, asks, lastError } = attempt;
    return { state, nextInMs: null, asks, lastError };
  }
  const asks = report.step === "ask" || report.step === "prepare" ? attempt.asks + 1 : 0;
  const later = { nextInMs: nextAskInMs(attempt, asks, limits), asks };
  switch (report.kind) {
    case "settled":
      return { state: "settled", nextInMs: null, asks, lastError: null };
    case "rejected":
      return rejectedAfter(attempt, report, later);
    case "accepted":
      return { ...later, state: "accepted", lastError: null };
    case "not-found":
    case "unknown":
      return {
        ...later,
        state: stateAfterNoAnswer(attempt, report),
        lastError: report.code,
      };
  }
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
  return { state: "rejected", nextInMs: null, asks: later.asks, lastError: report.code };
}

function nextAskInMs(attempt: AttemptSituation, asks: number, limits: AttemptLimits): number {
  if (attempt.reviewedAt !== null) return limits.askInReviewMs;
  // 2^20 first delays are more than any bound in use, and stay exact.
  return Math.min(limits.askFirstMs * 2 ** Math.min(asks, 20), limits.askMostMs);
}
