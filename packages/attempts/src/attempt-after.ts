import type { AttemptSituation, AttemptState } from "./attempt.ts";
import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import type { AttemptOutcome } from "./attempt-report.ts";
import { lateStatusCheckInMs } from "./late-status-check.ts";

export interface AttemptChange {
  readonly state: AttemptState;
  /** Milliseconds until the next step; null when nothing more is due. */
  readonly nextInMs: number | null;
  readonly statusChecks: number;
  readonly lastError: string | null;
}

/**
 * How a report changes an attempt. Pure. A final attempt stays as it is: money that shows up later is a
 * matter of the aggregate, and moving a rejected attempt would make room for a second one disappear.
 */
export function attemptAfter(
  attempt: AttemptSituation,
  report: AttemptOutcome,
  limits: AttemptLimits = attemptLimits,
): AttemptChange {
  if (attempt.state === "rejected" || attempt.state === "settled") {
    return afterFinal(attempt, attempt.state, { report, limits });
  }
  const statusChecks =
    report.step === "check-status" || report.step === "prepare" ? attempt.statusChecks + 1 : 0;
  const later = { nextInMs: nextStatusCheckInMs(attempt, statusChecks, limits), statusChecks };
  switch (report.kind) {
    case "settled":
      return {
        ...untilLateStatusCheck(attempt, "settled", statusChecks),
        state: "settled",
        lastError: null,
      };
    case "rejected":
      return rejectedAfter(attempt, report, later);
    case "accepted":
      return {
        ...acceptedLater(attempt, statusChecks, limits),
        state: "accepted",
        lastError: null,
      };
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
 * A status check of a final attempt stays due until it is answered: money may have come that nobody knows of. A
 * collection is checked a few times more.
 */
function afterFinal(
  attempt: AttemptSituation,
  state: "rejected" | "settled",
  { report, limits }: { readonly report: AttemptOutcome; readonly limits: AttemptLimits },
): AttemptChange {
  const { lastError } = attempt;
  const isAnswered = report.kind !== "unknown" && report.kind !== "not-ready";
  // A new request for a status check begins with quick ones again.
  const statusChecks = attempt.statusCheckRequested ? 1 : attempt.statusChecks + 1;
  if (isAnswered || statusChecks > limits.statusChecksInReviewMax) {
    const later = isAnswered
      ? untilLateStatusCheck(attempt, state, attempt.statusChecks)
      : { nextInMs: null, statusChecks: attempt.statusChecks };
    return { ...later, state, lastError };
  }
  const doubled = limits.statusCheckFirstMs * 2 ** Math.min(statusChecks - 1, 20);
  return {
    state,
    nextInMs: Math.min(doubled, limits.statusCheckInReviewMs),
    statusChecks,
    lastError,
  };
}

/** Nothing was learned outside, so the pace of status checks stays what it was. */
function afterNotReady(
  { state, statusChecks, reviewedAt }: AttemptSituation,
  { code }: AttemptOutcome,
  limits: AttemptLimits,
): AttemptChange {
  const nextInMs = reviewedAt === null ? limits.notReadyMs : limits.statusCheckInReviewMs;
  return { state, nextInMs, statusChecks: Math.max(statusChecks, 1), lastError: code };
}

/** Preparing calls nobody's money, so nothing can have happened; what a provider once had, it has. */
function stateAfterNoAnswer(attempt: AttemptSituation, report: AttemptOutcome): AttemptState {
  return report.step === "prepare" || attempt.state === "accepted" ? attempt.state : "unknown";
}

type Later = Pick<AttemptChange, "nextInMs" | "statusChecks">;

/**
 * A "no" to the first call, or to a status check, is definite. A "no" to a call that was perhaps made before is
 * not: some providers check limits before they look whether the key is known.
 */
function rejectedAfter(
  attempt: AttemptSituation,
  report: AttemptOutcome,
  later: Later,
): AttemptChange {
  if (report.step === "resend") {
    return { ...later, state: attempt.state, lastError: "rejected-when-resent" };
  }
  // What the provider refused at once it never had, so nobody can pay it.
  const { statusChecks } = later;
  const end =
    report.step === "call"
      ? { nextInMs: null, statusChecks }
      : untilLateStatusCheck(attempt, "rejected", statusChecks);
  return { ...end, state: "rejected", lastError: report.code };
}

/** A late status check that is not answered begins with quick ones again. */
function untilLateStatusCheck(
  attempt: AttemptSituation,
  end: "rejected" | "settled",
  statusChecks: number,
): Later {
  const nextInMs = lateStatusCheckInMs(attempt, end);
  return { nextInMs, statusChecks: nextInMs === null ? statusChecks : 0 };
}

/** Whoever has the order may report its end by itself; then status checks have a pace of their own. */
function acceptedLater(
  attempt: AttemptSituation,
  statusChecks: number,
  limits: AttemptLimits,
): Later {
  const statusCheckFirstMs = Math.max(limits.statusCheckFirstMs, limits.statusCheckAcceptedFirstMs);
  return {
    nextInMs: nextStatusCheckInMs(attempt, statusChecks, { ...limits, statusCheckFirstMs }),
    statusChecks,
  };
}

function nextStatusCheckInMs(
  attempt: AttemptSituation,
  statusChecks: number,
  limits: AttemptLimits,
): number {
  if (attempt.reviewedAt !== null) return limits.statusCheckInReviewMs;
  // 2^20 first delays are more than any bound in use, and stay exact.
  return Math.min(
    limits.statusCheckFirstMs * 2 ** Math.min(statusChecks, 20),
    limits.statusCheckMostMs,
  );
}
