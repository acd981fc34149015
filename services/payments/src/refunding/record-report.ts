import { type AttemptLimits, attemptAfter, retryPauseMs } from "@sanu/attempts";
import {
  type Attempt,
  commitWithAttempt,
  contextOfAttempt,
  insertAttempt,
  type Statement,
  updateAttempt,
} from "@sanu/platform";
import { freeReceipt } from "../database/refunded-receipts.ts";
import type { RefundCommand } from "../refund/commands.ts";
import { refund } from "../refund/decide.ts";
import type { RefundEvent } from "../refund/events.ts";
import type { RefundingDeps } from "./deps.ts";
import { refundAttempt } from "./refund-attempt.ts";
import type { RefundReport } from "./refund-report.ts";

/**
 * Commits what a step brought, all or nothing: the refund's events, the attempt's new state, the next attempt
 * after a "no" that may pass, and the receipt's release after the last. Nothing is written by who has lost the
 * attempt's lease: that throws `AttemptLostError`.
 */
export async function recordReport(
  deps: RefundingDeps,
  heard: { readonly attempt: Attempt; readonly report: RefundReport },
  limits: AttemptLimits,
): Promise<void> {
  const { database, store, logger } = deps;
  const { attempt, report } = heard;
  const { providerReference, notCalled } = report;
  const change = attemptAfter(attempt, report.attempt, limits);
  const update = updateAttempt(attempt, { ...change, providerReference, notCalled });
  const command = commandOf(deps, attempt, report.proof);
  if (command === undefined) {
    await database.query(update);
    return;
  }
  await commitWithAttempt({
    database,
    store,
    decider: refund,
    attempt,
    command,
    // The rejected attempt makes room before the next one is there.
    writes: (events) => [update, ...events.flatMap((event) => writesAfter(deps, attempt, event))],
    onRefused: (code) =>
      logger.error(
        { refundId: attempt.subjectId, code },
        "a refund refuses what its provider says",
      ),
  });
}

function commandOf(
  { clock, terms }: RefundingDeps,
  { attemptNumber }: Attempt,
  proof: RefundReport["proof"],
): RefundCommand | undefined {
  if (proof === undefined) return undefined;
  if (proof.kind === "settled") {
    const { amountXof, settledAt } = proof;
    return { kind: "settle", amountXof, settledAt };
  }
  const { reason } = proof;
  const { attemptsMax } = terms;
  return { kind: "reject-attempt", attemptNumber, reason, attemptsMax, at: clock.now() };
}

function writesAfter(
  { clock, terms }: RefundingDeps,
  attempt: Attempt,
  event: RefundEvent,
): readonly Statement[] {
  if (event.type === "RefundFailed") return [freeReceipt(event.refundId)];
  if (event.type !== "RefundAttemptRejected") return [];
  const { subjectId, attemptNumber } = attempt;
  const { statement } = insertAttempt({
    order: refundAttempt(subjectId, attemptNumber + 1),
    context: contextOfAttempt(attempt),
    clock,
    needsPreparation: false,
    leasedBy: null,
    beginInMs: retryPauseMs(terms, attemptNumber),
  });
  return [statement];
}
