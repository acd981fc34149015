import type { AttemptSituation, AttemptState } from "./attempt.ts";
import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import type { AttemptOutcome } from "./attempt-report.ts";
import { lateStatusCheckInMs } from "./late-status-check.ts";

export interface AttemptChange {
  readonly state: AttemptState;
  readonly nextInMs: number | null;
  readonly statusChecks: number;
  readonly lastError: string | null;
}

/** Pure. A final attempt stays: a rejected one has made room for the next; later money is a matter of the aggregate. */
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
        state: stateAfterNoResponse(attempt, report),
        lastError: report.code,
      };
  }
}

/** A final attempt's status check stays due until its result is known: money may have come that nobody knows of. */
function afterFinal(
  attempt: AttemptSituation,
  state: "rejected" | "settled",
  { report, limits }: { readonly report: AttemptOutcome; readonly limits: AttemptLimits },
): AttemptChange {
  const { lastError } = attempt;
  const isKnown = report.kind !== "unknown" && report.kind !== "not-ready";
  const statusChecks = attempt.statusCheckRequested ? 1 : attempt.statusChecks + 1;
  if (isKnown || statusChecks > limits.statusChecksInReviewMax) {
    const later = isKnown
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

function afterNotReady(
  { state, statusChecks, reviewedAt }: AttemptSituation,
  { code }: AttemptOutcome,
  limits: AttemptLimits,
): AttemptChange {
  const nextInMs = reviewedAt === null ? limits.notReadyMs : limits.statusCheckInReviewMs;
  return { state, nextInMs, statusChecks: Math.max(statusChecks, 1), lastError: code };
}

/** Preparing moves nobody's money, so nothing can have happened; what a provider once had, it has. */
function stateAfterNoResponse(attempt: AttemptSituation, report: AttemptOutcome): AttemptState {
  return report.step === "prepare" || attempt.state === "accepted" ? attempt.state : "unknown";
}

type Later = Pick<AttemptChange, "nextInMs" | "statusChecks">;

/** A "no" to a call that was perhaps made before is not definite: some providers check limits before the key. */
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
