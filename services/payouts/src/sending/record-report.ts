import type { Instant } from "@sanu/kernel";
import {
  type Attempt,
  attemptsFenceConstraint,
  contextOfAttempt,
  runDecider,
  type Statement,
  updateAttempt,
} from "@sanu/platform";
import { type AttemptLimits, attemptAfter } from "@sanu/rails";
import type { PayoutCommand } from "../payout/commands.ts";
import { payout } from "../payout/decide.ts";
import type { PayoutEvent } from "../payout/events.ts";
import type { House } from "./house.ts";
import { nextSendAttempt } from "./send-attempt.ts";
import type { SendProof, SendReport } from "./send-report.ts";

/**
 * Commits what a step brought: the payout's events, the attempt's new state and, after a definite "no" that
 * may pass, the next attempt, all or nothing. Nothing is written by who has lost the attempt's lease.
 */
export async function recordReport(
  house: House,
  attempt: Attempt,
  report: SendReport,
  limits: AttemptLimits,
): Promise<void> {
  const { database, store, logger } = house;
  const { providerReference } = report;
  const update = updateAttempt(attempt, {
    ...attemptAfter(attempt, report.attempt, limits),
    providerReference,
  });
  const command = commandOf(house, attempt, report.proof);
  if (command === undefined) {
    await database.query(update);
    return;
  }
  const result = await runDecider({
    store,
    decider: payout,
    streamId: attempt.subjectId,
    command,
    context: contextOfAttempt(attempt),
    // The rejected attempt makes room before the next one is there.
    writes: (events) => [
      update,
      ...events.flatMap((event) => nextAttemptWrites(house, attempt, event)),
    ],
  });
  if (result.kind === "accepted") return;
  if (result.kind === "constraint") {
    if (result.constraint === attemptsFenceConstraint) return;
    throw new Error(`An append was refused by ${result.constraint}`);
  }
  if (result.kind === "refused") {
    const { code } = result.refusal;
    logger.error({ payoutId: attempt.subjectId, code }, "the rail contradicts what it said before");
  }
  await database.query(update);
}

function commandOf(
  { clock, terms }: House,
  { attemptNumber }: Attempt,
  proof: SendProof,
): PayoutCommand | undefined {
  if (proof === undefined) return undefined;
  if (proof.kind === "settled") {
    const { feeSats, settledAt } = proof;
    return { kind: "settle", feeSats, settledAt };
  }
  const at: Instant = clock.now();
  const { attemptsMax } = terms;
  return { kind: "reject-attempt", attemptNumber, reason: proof.reason, attemptsMax, at };
}

function nextAttemptWrites(
  house: House,
  attempt: Attempt,
  event: PayoutEvent,
): readonly Statement[] {
  if (event.type !== "PayoutAttemptRejected") return [];
  return [nextSendAttempt(house, attempt)];
}
