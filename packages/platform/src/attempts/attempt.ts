import { type AttemptOrder, type AttemptSituation, untouched } from "@sanu/attempts";
import { type Instant, steadyNowMs } from "@sanu/kernel";
import type { CommandContext } from "../event-store/events.ts";

export interface Attempt extends AttemptOrder, AttemptSituation {
  /** Who carries it out, now and for ever. */
  readonly provider: string;
  /** What a prepared send needs. It may name a receiver: it stays in this table, which can be erased. */
  readonly payload: string | null;
  readonly providerReference: string | null;
  readonly correlationId: string;
  readonly traceparent: string | null;
  /** Every write of the holder names it; it is worth nothing once somebody else has claimed the attempt. */
  readonly fence: bigint;
  /** Steady time of this process right before the lease was taken; 0 where none is held. */
  readonly heldFromMs: number;
  readonly statusChecksSeen: number;
}

export const attemptColumns = `
  attempt_id as "attemptId", subject_id as "subjectId", attempt_number as "attemptNumber", kind, state, provider,
  natural_key as "naturalKey", payload, provider_reference as "providerReference",
  called_at as "calledAt", calls, status_checks as "statusChecks",
  status_checks_requested > status_checks_seen as "statusCheckRequested",
  cancel_requested as "cancelRequested", last_error as "lastError", next_at as "nextAt",
  call_error as "callError", not_found_at as "notFoundAt", maybe_sent as "isMaybeSent",
  concluded_at as "concludedAt", reviewed_at as "reviewedAt", created_at as "createdAt",
  correlation_id as "correlationId", traceparent, now() as "claimedAt", fence, 0 as "heldFromMs",
  status_checks_requested as "statusChecksSeen"`;

export function insertedAttempt(
  order: AttemptOrder & Pick<Attempt, "provider">,
  context: CommandContext,
  now: Instant,
): Attempt {
  return {
    ...order,
    ...untouched,
    payload: null,
    providerReference: null,
    createdAt: now,
    correlationId: context.correlationId,
    traceparent: context.traceparent ?? null,
    claimedAt: now,
    fence: 1n,
    heldFromMs: steadyNowMs(),
    statusChecksSeen: 0,
  };
}

/** Whether this process has held the attempt ever since it inserted it; the claim of one is always later. */
export function isJustInserted({ createdAt, claimedAt }: Attempt): boolean {
  return createdAt === claimedAt;
}

export function contextOfAttempt(attempt: Attempt): CommandContext {
  const { correlationId, attemptId, traceparent } = attempt;
  const context = { correlationId, causationId: attemptId };
  return traceparent === null ? context : { ...context, traceparent };
}
