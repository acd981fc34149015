import { msBetween } from "@sanu/kernel";
import type { AttemptSituation, AttemptState } from "./attempt.ts";
import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import type { AttemptOutcome } from "./attempt-report.ts";
import { backoffMs } from "./backoff.ts";
import { lateStatusCheckInMs } from "./late-status-check.ts";

export interface AttemptChange {
  readonly state: AttemptState;
  readonly nextInMs: number | null;
  readonly statusChecks: number;
  readonly lastError: string | null;
  /** Only behind a call: why it brought nothing, else null. */
  readonly callError?: string | null;
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
  const isCall = report.step === "call" || report.step === "resend";
  const change = afterOpen(attempt, report, limits);
  return isCall ? { ...change, callError: change.lastError } : change;
}

function afterOpen(
  attempt: AttemptSituation,
  report: AttemptOutcome,
  limits: AttemptLimits,
): AttemptChange {
  const statusChecks = statusChecksAfter(attempt, report);
  const later = { nextInMs: nextStatusCheckInMs(attempt, statusChecks, limits), statusChecks };
  switch (report.kind) {
    case "settled":
      return {
        ...untilLateStatusCheck(attempt, "settled", { statusChecks, limits }),
        state: "settled",
        lastError: null,
      };
    case "rejected":
      return rejectedAfter(attempt, report, { later, limits });
    case "accepted":
      return {
        ...acceptedLater(attempt, statusChecks, limits),
        state: "accepted",
        lastError: null,
      };
    case "not-ready":
      return afterNotReady(attempt, report, { statusChecks, limits });
    case "not-found":
    case "unknown":
      return {
        ...later,
        state: stateAfterNoResponse(attempt, report),
        lastError: report.code,
      };
  }
}

/** A call that is repeated in vain begins nothing anew: else an outage would be met with ever new haste. Who waits on purpose is as new as before. */
function statusChecksAfter(
  { statusChecks }: AttemptSituation,
  { step, kind, againInMs }: AttemptOutcome,
): number {
  if (againInMs !== undefined) return statusChecks;
  if (step === "check-status" || step === "prepare") return statusChecks + 1;
  return step === "resend" && kind !== "accepted" ? statusChecks : 0;
}

/** A final attempt's status check stays due until its result is known: money may have come that nobody knows of. */
function afterFinal(
  attempt: AttemptSituation,
  state: "rejected" | "settled",
  { report, limits }: { readonly report: AttemptOutcome; readonly limits: AttemptLimits },
): AttemptChange {
  const { lastError } = attempt;
  if (isKnownBehindEnd(attempt, report)) {
    const { statusChecks } = attempt;
    // What came late can be taken back like what came in time.
    const said = report.kind === "settled" ? "settled" : state;
    return { ...untilLateStatusCheck(attempt, said, { statusChecks, limits }), state, lastError };
  }
  const statusChecks = attempt.statusCheckRequested ? 1 : attempt.statusChecks + 1;
  const { statusCheckFirstMs, statusCheckInReviewMs, statusCheckSlowestMs } = limits;
  const firstMs = attempt.concludedAt === null ? statusCheckFirstMs : statusCheckInReviewMs;
  const isLong = statusChecks > limits.statusChecksBehindEndMax;
  const nextInMs = isLong
    ? statusCheckSlowestMs
    : backoffMs(firstMs, statusChecks - 1, statusCheckInReviewMs);
  return { state, nextInMs, statusChecks, lastError };
}

/** What a person decided is proven or contradicted by the provider's definite word only. */
function isKnownBehindEnd({ concludedAt }: AttemptSituation, { kind }: AttemptOutcome): boolean {
  if (concludedAt !== null) return kind === "settled" || kind === "rejected";
  return kind !== "unknown" && kind !== "not-ready";
}

function afterNotReady(
  { state, statusChecks: before, reviewedAt }: AttemptSituation,
  { code, againInMs }: AttemptOutcome,
  { statusChecks, limits }: { readonly statusChecks: number; readonly limits: AttemptLimits },
): AttemptChange {
  const nextInMs =
    reviewedAt === null
      ? (againInMs ?? backoffMs(limits.notReadyMs, before, limits.notReadyMostMs))
      : limits.statusCheckInReviewMs;
  return { state, nextInMs, statusChecks, lastError: code };
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
  { later, limits }: { readonly later: Later; readonly limits: AttemptLimits },
): AttemptChange {
  if (report.step === "resend") {
    return { ...later, state: attempt.state, lastError: "rejected-when-resent" };
  }
  // What the provider refused at once it never had; a node answers the call of what it has tried.
  const wasTaken = report.step !== "call" || attempt.kind === "send";
  const said = wasTaken ? "rejected" : "refused";
  const { statusChecks } = later;
  const end = untilLateStatusCheck(attempt, said, { statusChecks, limits });
  return { ...end, state: "rejected", lastError: report.code };
}

function untilLateStatusCheck(
  attempt: AttemptSituation,
  said: Parameters<typeof lateStatusCheckInMs>[1],
  { statusChecks, limits }: { readonly statusChecks: number; readonly limits: AttemptLimits },
): Later {
  const nextInMs = lateStatusCheckInMs(attempt, said, limits);
  return { nextInMs, statusChecks: nextInMs === null ? statusChecks : 0 };
}

/**
 * Whoever has the order may report its end by itself; then status checks have a pace of their own. It begins anew where the order
 * is called off: its provider may end it within seconds.
 */
function acceptedLater(
  attempt: AttemptSituation,
  checksBefore: number,
  limits: AttemptLimits,
): Later {
  const isCalledOff = attempt.cancelRequested && attempt.statusCheckRequested;
  const statusChecks = isCalledOff ? Math.min(checksBefore, 1) : checksBefore;
  const statusCheckFirstMs = Math.max(limits.statusCheckFirstMs, limits.statusCheckAcceptedFirstMs);
  const statusCheckMostMs = attempt.cancelRequested
    ? unwantedMostMs(attempt, limits)
    : Math.max(limits.statusCheckMostMs, limits.statusCheckWantedMostMs);
  const pace = { ...limits, statusCheckFirstMs, statusCheckMostMs };
  return { nextInMs: nextStatusCheckInMs(attempt, statusChecks, pace), statusChecks };
}

/** Nobody waits any more for what is no longer wanted. */
function unwantedMostMs(
  { createdAt, claimedAt }: AttemptSituation,
  { statusCheckMostMs, statusCheckUnwantedMostMs }: AttemptLimits,
): number {
  const ageMs = msBetween(createdAt, claimedAt);
  return Math.max(statusCheckMostMs, Math.min(ageMs, statusCheckUnwantedMostMs));
}

function nextStatusCheckInMs(
  attempt: AttemptSituation,
  statusChecks: number,
  limits: AttemptLimits,
): number {
  if (attempt.reviewedAt !== null) return limits.statusCheckInReviewMs;
  const { statusCheckFirstMs, statusCheckMostMs, statusCheckLongMs } = limits;
  const isOld = msBetween(attempt.createdAt, attempt.claimedAt) >= limits.reviewAfterMs;
  const mostMs = isOld ? Math.max(statusCheckMostMs, statusCheckLongMs) : statusCheckMostMs;
  return backoffMs(statusCheckFirstMs, statusChecks, mostMs);
}
