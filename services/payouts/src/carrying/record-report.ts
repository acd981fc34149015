import { type AttemptLimits, attemptAfter } from "@sanu/attempts";
import type { Instant } from "@sanu/kernel";
import { type Attempt, type Statement, updateAttempt } from "@sanu/platform";
import type { PayoutCommand } from "../payout/commands.ts";
import type { PayoutEvent } from "../payout/events.ts";
import { commitWithPayout } from "./commit-with-payout.ts";
import type { PayoutDeps } from "./deps.ts";
import { nextAttempt } from "./payout-attempt.ts";
import type { PayoutProof, PayoutReport } from "./payout-report.ts";
import { retryTermsOf } from "./payout-terms.ts";

/**
 * Commits what a step brought: the payout's events, the attempt's new state and, after a definite "no" that
 * may pass, the next attempt, all or nothing. Nothing is written by who has
 * lost the attempt's lease: that throws `AttemptLostError`.
 */
export async function recordReport(
  deps: PayoutDeps,
  attempt: Attempt,
  report: PayoutReport,
  limits: AttemptLimits,
): Promise<void> {
  const { providerReference, notCalled } = report;
  const after = attemptAfter(attempt, report.attempt, limits);
  const update = updateAttempt(attempt, { ...after, providerReference, notCalled });
  const command = commandOf(deps, attempt, report.proof);
  if (command === undefined) {
    await deps.database.query(update);
    return;
  }
  // The rejected attempt makes room before the next one is there.
  await commitWithPayout(deps, attempt, command, (events) => [
    update,
    ...events.flatMap((event) => nextAttemptWrites(deps, attempt, event)),
  ]);
}

function commandOf(
  { clock, terms }: PayoutDeps,
  { attemptNumber, kind }: Attempt,
  proof: PayoutProof,
): PayoutCommand | undefined {
  if (proof === undefined) return undefined;
  if (proof.kind === "settled") {
    const { fee, settledAt } = proof;
    return { kind: "settle", fee, settledAt };
  }
  const at: Instant = clock.now();
  const { attemptsMax } = retryTermsOf(kind === "disbursement" ? kind : "send", terms);
  return { kind: "reject-attempt", attemptNumber, reason: proof.reason, attemptsMax, at };
}

function nextAttemptWrites(
  deps: PayoutDeps,
  attempt: Attempt,
  event: PayoutEvent,
): readonly Statement[] {
  return event.type === "PayoutAttemptRejected" ? [nextAttempt(deps, attempt)] : [];
}
