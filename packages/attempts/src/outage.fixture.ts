import { type Instant, instant, msBetween, plusMs } from "@sanu/kernel";
import { type AttemptSituation, untouched } from "./attempt.ts";
import { attemptAfter } from "./attempt-after.ts";
import { attemptLimits } from "./attempt-limits.ts";
import { type CallStep, outcomeOfStatus, type RailStatus, reportOfCall } from "./attempt-report.ts";
import { nextStep } from "./next-step.ts";
import type { RetryRule } from "./retry-rule.ts";

/** How one exchange with the provider goes; `taken` ones reach it all the same. */
export type Exchange =
  | "works"
  | "provider-fault"
  | "unreachable"
  | "no-response"
  | "provider-fault, taken"
  | "no-response, taken";

export interface Outage {
  readonly endsAfterMs: number;
  readonly call: (count: number) => Exchange;
  readonly status: (count: number) => Exchange;
}

export interface Story {
  readonly attempt: AttemptSituation;
  /** Ends after the outage; null where it has not ended in the time that was simulated. */
  readonly endedAfterMs: number | null;
  readonly calledAtMs: readonly number[];
  readonly checkedAtMs: readonly number[];
  readonly reviewedAtMs: number | null;
  /** How often the provider moved the money. */
  readonly effects: number;
}

const began = instant("2026-11-21T07:00:00.000000Z");
const exchangeMs = 100;
const timeoutMs = 8_000;

/**
 * One attempt on a clock of its own, from its first call until `forMs` after the outage: the rule decides, this carries it out
 * and stores it as the executor does, and a provider that keeps the rail's retry rule answers.
 */
export function liveThrough(outage: Outage, retryRule: RetryRule, forMs: number): Story {
  const provider = providerThat(outage, retryRule);
  let nowMs = 0;
  const at = (): Instant => plusMs(began, nowMs);
  let attempt: AttemptSituation = { ...first, nextAt: at(), createdAt: at(), claimedAt: at() };
  const calledAtMs: number[] = [];
  const checkedAtMs: number[] = [];
  const untilMs = outage.endsAfterMs + forMs;

  while (attempt.nextAt !== null && msBetween(began, attempt.nextAt) <= untilMs) {
    nowMs = Math.max(nowMs, msBetween(began, attempt.nextAt));
    attempt = { ...attempt, claimedAt: at() };
    const step = nextStep(attempt, retryRule, at());
    switch (step.kind) {
      case "wait-until":
        attempt = { ...attempt, nextAt: step.at };
        break;
      case "give-to-review": {
        const nextAt = plusMs(at(), attemptLimits.statusCheckInReviewMs);
        attempt = { ...attempt, reviewedAt: at(), statusChecks: 0, nextAt };
        break;
      }
      case "call":
      case "resend": {
        calledAtMs.push(nowMs);
        attempt = marked(attempt);
        const outcome = provider.call(nowMs);
        nowMs += outcome.tookMs;
        attempt = after(attempt, reportOf(step.kind, outcome.status), at());
        break;
      }
      case "check-status": {
        checkedAtMs.push(nowMs);
        const { status, tookMs } = provider.status(nowMs);
        nowMs += tookMs;
        attempt = after(attempt, outcomeOfStatus(status), at());
        break;
      }
      default:
        throw new Error(`An attempt that is wanted does not ${step.kind}`);
    }
  }
  const hasEnded = attempt.nextAt === null;
  return {
    attempt,
    endedAfterMs: hasEnded ? Math.max(0, nowMs - outage.endsAfterMs) : null,
    calledAtMs,
    checkedAtMs,
    reviewedAtMs: attempt.reviewedAt && msBetween(began, attempt.reviewedAt),
    effects: provider.effects(),
  };
}

const first: Omit<AttemptSituation, "createdAt" | "claimedAt"> = {
  ...untouched,
  kind: "disbursement",
};

function marked(attempt: AttemptSituation): AttemptSituation {
  const { claimedAt: calledAt, calls } = attempt;
  return { ...attempt, calledAt, calls: calls + 1, callError: null };
}

function after(
  attempt: AttemptSituation,
  report: Parameters<typeof attemptAfter>[1],
  at: Instant,
): AttemptSituation {
  const { state, nextInMs, statusChecks, lastError, callError } = attemptAfter(attempt, report);
  return {
    ...attempt,
    state,
    statusChecks,
    lastError,
    nextAt: nextInMs === null ? null : plusMs(at, nextInMs),
    callError: callError === undefined ? attempt.callError : callError,
    notFoundAt: lastError === "not-found" ? at : attempt.notFoundAt,
  };
}

function reportOf(step: CallStep, status: RailStatus) {
  const outcome =
    status.kind === "unknown" ? status : ({ kind: "accepted", value: status } as const);
  return reportOfCall(step, outcome, { accepted: outcomeOfStatus, rejected: () => undefined });
}

/** One key. Under `resend-same-key` it takes it once, however often it comes; otherwise each call moves money. */
function providerThat(outage: Outage, retryRule: RetryRule) {
  const counts = { call: 0, status: 0 };
  let effects = 0;
  const exchange = (kind: "call" | "status", nowMs: number): Exchange => {
    if (nowMs >= outage.endsAfterMs) return "works";
    counts[kind] += 1;
    return outage[kind](counts[kind]);
  };
  const answer = (how: Exchange, status: RailStatus) => {
    const [cause = ""] = how.split(",");
    const tookMs = cause === "no-response" ? timeoutMs : exchangeMs;
    return how === "works" ? { status, tookMs } : { status: unknown(cause), tookMs };
  };
  return {
    effects: () => effects,
    call(nowMs: number) {
      const how = exchange("call", nowMs);
      const isTaken = how === "works" || how.endsWith("taken");
      if (isTaken && (effects === 0 || retryRule === "check-status-only")) effects += 1;
      return answer(how, { kind: "in-flight" });
    },
    status(nowMs: number) {
      const how = exchange("status", nowMs);
      return answer(how, { kind: effects > 0 ? "settled" : "not-found" });
    },
  };
}

function unknown(cause: string): RailStatus {
  return { kind: "unknown", cause };
}
