import {
  type AttemptChange,
  type AttemptOrder,
  MAYBE_SENT,
  needsPreparation,
} from "@sanu/attempts";
import type { Clock, Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";
import type { CommandContext } from "../event-store/events.ts";
import { type Attempt, insertedAttempt } from "./attempt.ts";
import { executorLimits } from "./limits.ts";
import { mayBeCalledBeside } from "./together.ts";

export interface NewAttempt {
  readonly order: AttemptOrder;
  readonly provider: string;
  /** Of the event that wants the attempt; the events that it leads to belong to the same story. */
  readonly context: CommandContext;
  /** The executor of this process, which then calls at once (`runNow`) without claiming; null leaves it to the loop. */
  readonly leasedBy: string | null;
  readonly clock: Clock;
  readonly leaseMs?: number;
  /** When an attempt without a lease may begin, counted from the commit; at once by default. */
  readonly beginInMs?: number;
}

/**
 * In the transaction of the event that wants the attempt, behind the write that rejects an earlier one. A leased row
 * says already that the call may have been made: after a crash whoever claims it checks the status first.
 */
export function insertAttempt(options: NewAttempt): {
  readonly statement: Statement;
  readonly attempt: Attempt;
} {
  const { order, provider, context, leasedBy, clock } = options;
  const leaseMs = options.leaseMs ?? executorLimits.leaseMs;
  const isLeased = leasedBy !== null;
  const mayBeCalled = isLeased && !needsPreparation(order.kind);
  const statement = CompiledQuery.raw(
    `insert into attempts (attempt_id, subject_id, attempt_number, kind, state, next_at,
       called_at, calls, lease_owner, lease_until, fence, written_with, correlation_id, traceparent, provider)
     values ($1, $2, $3, $4, 'open', now() + make_interval(secs => $11),
       case when $5::boolean then now() end, case when $5 then 1 else 0 end,
       $6, case when $7 then now() + make_interval(secs => $8) end,
       case when $7 then 1 else 0 end, case when $7 then 1 else 0 end, $9, $10, $12)`,
    [
      order.attemptId,
      order.subjectId,
      order.attemptNumber,
      order.kind,
      mayBeCalled,
      leasedBy,
      isLeased,
      leaseMs / 1_000,
      context.correlationId,
      context.traceparent ?? null,
      (options.beginInMs ?? 0) / 1_000,
      provider,
    ],
  );
  return { statement, attempt: insertedAttempt({ ...order, provider }, context, clock.now()) };
}

export interface MaybeSentAttempt extends Pick<NewAttempt, "order" | "context"> {
  readonly provider: string;
  /** When it was ordered. */
  readonly since: Instant;
  /** It is at least so old: as one whose call broke off, and about which nobody could be asked since. */
  readonly oldMs: number;
}

/**
 * The first attempt of an order that a lost database may have carried out. It begins as one that was called and has been in review since, so whoever
 * claims it, of whatever release, asks about it and never sends it. It is due at once.
 */
export function insertMaybeSent({
  order,
  provider,
  context,
  since,
  oldMs,
}: MaybeSentAttempt): Statement {
  const begun = "least($6::timestamptz, now() - make_interval(secs => $7))";
  return CompiledQuery.raw(
    `insert into attempts (attempt_id, subject_id, attempt_number, kind, state, next_at, called_at, calls, created_at,
       reviewed_at, last_error, call_error, correlation_id, traceparent, provider, maybe_sent)
     values ($1, $2, $3, $4, 'unknown', now(), ${begun}, 1, ${begun}, now(), $8, 'connection-lost', $9, $10, $5, true)`,
    [
      order.attemptId,
      order.subjectId,
      order.attemptNumber,
      order.kind,
      provider,
      since,
      oldMs / 1_000,
      MAYBE_SENT,
      context.correlationId,
      context.traceparent ?? null,
    ],
  );
}

export interface AttemptUpdate extends AttemptChange {
  readonly providerReference?: string | null;
  /** True when `call` ended before anything left this process: the next step is a call again, not a status check. */
  readonly notCalled?: boolean;
}

/**
 * In the transaction of the events that the report led to; breaks `attemptsFenceConstraint` when the lease was lost.
 * If somebody wanted a status check meanwhile, the next step is due at once. What only the call needed is deleted.
 */
export function updateAttempt(attempt: Attempt, update: AttemptUpdate): Statement {
  const { callError = attempt.callError } = update;
  // Named only where they change: see `attemptColumns`.
  const isNews = callError !== attempt.callError;
  const isNotFound = update.lastError === "not-found";
  return CompiledQuery.raw(
    `update attempts set state = $3, status_checks = $4, last_error = $5,
       provider_reference = coalesce($6, provider_reference), status_checks_seen = $7,
       next_at = case when status_checks_requested > $7 then now() else now() + make_interval(secs => $8) end,
       called_at = case when $9 and calls <= 1 then null else called_at end,
       calls = case when $9 then calls - 1 else calls end,
       payload = case when $3 in ('settled', 'rejected') then null else payload end,
       ${isNews ? "call_error = $10," : ""} ${isNotFound ? "not_found_at = now()," : ""}
       lease_owner = null, lease_until = null, written_with = $2
     where attempt_id = $1`,
    [
      attempt.attemptId,
      attempt.fence,
      update.state,
      update.statusChecks,
      update.lastError,
      update.providerReference ?? null,
      attempt.statusChecksSeen,
      update.nextInMs === null ? null : update.nextInMs / 1_000,
      update.notCalled ?? false,
      ...(isNews ? [callError] : []),
    ],
  );
}

/** Null: it is never due again. */
export function releaseAttempt(attempt: Attempt, nextAt: Instant | null): Statement {
  return CompiledQuery.raw(
    `update attempts set status_checks_seen = $4, written_with = $2, lease_owner = null, lease_until = null,
       next_at = case when status_checks_requested > $4 then now() else $3::timestamptz end
     where attempt_id = $1`,
    [attempt.attemptId, attempt.fence, nextAt, attempt.statusChecksSeen],
  );
}

/** Committed before every call; renews the lease for it. */
export function markCalled(attempt: Attempt, leaseMs: number): Statement {
  return CompiledQuery.raw(
    `update attempts set called_at = now(), calls = calls + 1, last_error = null,
       ${attempt.callError === null ? "" : "call_error = null,"}
       status_checks = case when calls = 0 then 0 else status_checks end,
       lease_until = now() + make_interval(secs => $3), written_with = $2
     where attempt_id = $1`,
    [attempt.attemptId, attempt.fence, leaseMs / 1_000],
  );
}

/** Takes back the mark of a call that was not made: whoever comes next calls instead of checking nothing. */
export function markNotCalled(attempt: Attempt): Statement {
  return CompiledQuery.raw(
    `update attempts set called_at = case when calls <= 1 then null else called_at end,
       calls = greatest(calls - 1, 0), next_at = now(),
       lease_owner = null, lease_until = null, written_with = $2
     where attempt_id = $1`,
    [attempt.attemptId, attempt.fence],
  );
}

interface Prepared {
  readonly naturalKey: string;
  readonly payload: string;
}

/** From now on the call may be made, too. */
export function markPrepared(attempt: Attempt, prepared: Prepared, leaseMs: number): Statement {
  const held = "lease_until = now() + make_interval(secs => $3)";
  return mayBeCalled(attempt, prepared, { text: held, ms: leaseMs });
}

/**
 * The same in the transaction that stores all that go together, each given back: whoever claims one later asks first. Breaks
 * `attemptsFenceConstraint`, and with it the whole, where one has another holder by now.
 */
export function storeTogether(attempt: Attempt, prepared: Prepared, nextInMs: number): Statement {
  const free =
    "lease_owner = null, lease_until = null, next_at = now() + make_interval(secs => $3)";
  return mayBeCalled(attempt, prepared, { text: free, ms: nextInMs });
}

function mayBeCalled(
  { attemptId, fence }: Attempt,
  { naturalKey, payload }: Prepared,
  until: { readonly text: string; readonly ms: number },
): Statement {
  return CompiledQuery.raw(
    `update attempts set natural_key = $4, payload = $5, called_at = now(), calls = calls + 1,
       status_checks = 0, last_error = null, ${until.text}, written_with = $2
     where attempt_id = $1`,
    [attemptId, fence, until.ms / 1_000, naturalKey, payload],
  );
}

export function markReviewed(attempt: Attempt, nextInMs: number): Statement {
  return CompiledQuery.raw(
    `update attempts set reviewed_at = now(), status_checks = 0, next_at = now() + make_interval(secs => $3),
       lease_owner = null, lease_until = null, written_with = $2
     where attempt_id = $1`,
    [attempt.attemptId, attempt.fence, nextInMs / 1_000],
  );
}

/**
 * For an outcome that became known elsewhere (a callback, the expiry); whoever holds the attempt loses it.
 * What is final stays, and so does a request for a status check that nobody has seen: it may be about other money.
 */
export function endAttempt(
  attemptId: string,
  end: Pick<AttemptUpdate, "providerReference"> & {
    readonly state: "settled" | "rejected";
    readonly nextInMs: number | null;
  },
): Statement {
  const { state, nextInMs, providerReference = null } = end;
  return CompiledQuery.raw(
    `update attempts set state = $2, payload = null, lease_owner = null,
       provider_reference = coalesce($4, provider_reference),
       status_checks = case when $3::double precision is null then status_checks else 0 end,
       next_at = case when status_checks_requested > status_checks_seen then now() else now() + make_interval(secs => $3) end,
       lease_until = null, fence = fence + 1, written_with = fence + 1
     where attempt_id = $1 and state not in ('settled', 'rejected')`,
    [attemptId, state, nextInMs === null ? null : nextInMs / 1_000, providerReference],
  );
}

/**
 * By a person's verdict. Breaks `attemptsFenceConstraint` where somebody holds the attempt, or has held it since it was
 * read: a call can be on its way then; so it can where it never arrives and others are to be called with it. What was
 * called is still checked, so that a contradiction comes to light.
 */
export function concludeAttempt(
  attempt: Pick<Attempt, "attemptId" | "fence">,
  end: Pick<AttemptUpdate, "providerReference"> & {
    readonly state: "settled" | "rejected";
    readonly nextInMs: number;
    /** How the keys begin of all that one call carries out. */
    readonly together?: string | undefined;
  },
): Statement {
  const { state, nextInMs, providerReference = null, together } = end;
  const isShared = state === "rejected" && together !== undefined;
  return CompiledQuery.raw(
    `update attempts set state = $3, concluded_at = now(), payload = null, status_checks = 0,
       provider_reference = coalesce($5, provider_reference),
       next_at = case when called_at is not null then now() + make_interval(secs => $4) end,
       written_with = case when lease_until > now() ${isShared ? `or ${mayBeCalledBeside("$1", "$6")}` : ""} then -1 else $2 + 1 end,
       lease_owner = null, lease_until = null, fence = fence + 1
     where attempt_id = $1`,
    [
      attempt.attemptId,
      attempt.fence,
      state,
      nextInMs / 1_000,
      providerReference,
      ...(isShared ? [together] : []),
    ],
  );
}

/** For a callback that spoke of it, final or not. Holds no lease and disturbs none. */
export function requestStatusCheck(attemptId: string): Statement {
  return CompiledQuery.raw(
    "update attempts set status_checks_requested = status_checks_requested + 1, next_at = now() where attempt_id = $1",
    [attemptId],
  );
}

/** Its order is not wanted any more: what was never called is withdrawn, else each status check is a cancellation where the provider has one. */
export function requestCancel(subjectId: string, kind: Attempt["kind"]): Statement {
  return CompiledQuery.raw(
    `update attempts set cancel_requested = true, status_checks_requested = status_checks_requested + 1, next_at = now()
     where subject_id = $1 and kind = $2 and state in ('open', 'unknown', 'accepted')`,
    [subjectId, kind],
  );
}
