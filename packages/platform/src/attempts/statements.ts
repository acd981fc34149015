import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";
import type { Attempt, AttemptKind } from "./attempt.ts";
import { attemptsWorkerLimits } from "./limits.ts";

export interface NewAttempt {
  readonly attemptId: string;
  readonly kind: AttemptKind;
  readonly subjectId: string;
  readonly attemptNumber: number;
  readonly at: Instant;
}

const insertText = `
insert into attempts (attempt_id, subject_id, attempt_number, kind, state, called_at, calls, next_at,
  created_at, lease_until, fence)
values ($1, $2, $3, $4, 'open', $5, $6, $7, $8,
  clock_timestamp() + make_interval(secs => $9), 1)`;

/**
 * A new attempt that this process already holds, to be committed with the event that wants it and then given
 * to `worker.take`. A kind that needs no preparing is marked as called: after a crash the provider is asked
 * first. Should this process die, the lease runs out and another one carries on.
 */
export function openLeasedAttempt(order: NewAttempt): {
  readonly attempt: Attempt;
  readonly statement: Statement;
} {
  const { attemptId, kind, subjectId, attemptNumber, at } = order;
  const isCalled = kind !== "send";
  const attempt: Attempt = {
    ...freshAttempt(order),
    calledAt: isCalled ? at : null,
    calls: isCalled ? 1 : 0,
  };
  const values = [attemptId, subjectId, attemptNumber, kind, attempt.calledAt, attempt.calls, at];
  const leaseSeconds = attemptsWorkerLimits.leaseMs / 1_000;
  return { attempt, statement: CompiledQuery.raw(insertText, [...values, at, leaseSeconds]) };
}

/** A new attempt that nobody holds; any process begins it when `nextAt` has come. */
export function openAttempt(order: NewAttempt & { readonly nextAt: Instant }): Statement {
  const { attemptId, kind, subjectId, attemptNumber, at, nextAt } = order;
  const values = [attemptId, subjectId, attemptNumber, kind, null, 0, nextAt, at, 0];
  return CompiledQuery.raw(insertText, values);
}

function freshAttempt({ at, ...names }: NewAttempt): Attempt {
  return {
    ...names,
    state: "open",
    naturalKey: null,
    payload: null,
    providerReference: null,
    calledAt: null,
    calls: 0,
    asks: 0,
    askWanted: false,
    lastError: null,
    nextAt: at,
    createdAt: at,
    reviewedAt: null,
    fence: 1n,
  };
}

/** What may change about an attempt. */
export type AttemptChanges = Partial<
  Omit<Attempt, "attemptId" | "subjectId" | "attemptNumber" | "kind" | "fence" | "askWanted">
>;

const changeText = `
select change_attempt($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

/**
 * Writes what a lease's holder learned, in the transaction of the event that follows from it. Refused by the
 * constraint `attempts_fence` when the lease was lost. The lease ends unless it is kept.
 */
export function changeAttempt(
  attempt: Attempt,
  changes: AttemptChanges,
  lease: "keep-lease" | "end-lease" = "end-lease",
): Statement {
  const next = { ...attempt, ...changes };
  return CompiledQuery.raw(changeText, [
    attempt.attemptId,
    attempt.fence,
    attempt.askWanted,
    next.state,
    next.naturalKey,
    next.payload,
    next.providerReference,
    next.calledAt,
    next.calls,
    next.asks,
    next.lastError,
    next.nextAt,
    next.reviewedAt,
    lease === "keep-lease",
  ]);
}

/**
 * Ends an attempt without holding it, because its outcome became known elsewhere (a callback, the expiry).
 * Whoever holds it loses it. What is final stays as it is.
 */
export function concludeAttempt(attemptId: string, state: "settled" | "rejected"): Statement {
  return CompiledQuery.raw(
    `update attempts set state = $2, next_at = null, ask_wanted = false, payload = null,
      lease_until = null, fence = fence + 1
     where attempt_id = $1 and state not in ('settled', 'rejected')`,
    [attemptId, state],
  );
}

/**
 * Ends an attempt whose call cannot have been made, and refuses the whole transaction (`attempts_uncalled`)
 * where it may have been.
 */
export function abandonUncalled(attemptId: string): Statement {
  return CompiledQuery.raw("select abandon_uncalled_attempt($1)", [attemptId]);
}

/** Somebody says that asking the provider now is worth it; holds for final attempts too. */
export function wantAsk(attemptId: string, at: Instant): Statement {
  return CompiledQuery.raw(
    `update attempts set ask_wanted = true, next_at = least(next_at, $2::timestamptz)
     where attempt_id = $1`,
    [attemptId, at],
  );
}

/** Ends a lease without a word about the attempt; what was due comes again at `nextAt`. */
export function endLease(attempt: Attempt, nextAt: Instant): Statement {
  return CompiledQuery.raw(
    `update attempts set lease_until = null,
      next_at = case when next_at is null then null else $3::timestamptz end
     where attempt_id = $1 and fence = $2`,
    [attempt.attemptId, attempt.fence, nextAt],
  );
}

/** Gives a fresh lease back: its holder knows that it has called nobody. */
export function giveBack(attempt: Attempt): Statement {
  return CompiledQuery.raw(
    `update attempts set lease_until = null, called_at = null, calls = 0
     where attempt_id = $1 and fence = $2 and state = 'open'`,
    [attempt.attemptId, attempt.fence],
  );
}
