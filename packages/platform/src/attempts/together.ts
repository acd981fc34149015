import { steadyNowMs } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database, Statement } from "../database/open-database.ts";
import { type Attempt, attemptColumns } from "./attempt.ts";

/** Attempts of one provider that wait under a code to be carried out by one call. */
export interface WaitingAttempts {
  readonly kind: Attempt["kind"];
  readonly provider: string;
  readonly code: string;
  readonly owner: string;
  readonly leaseMs: number;
  /** So many at most; as soon as they are there nobody waits longer. */
  readonly most: number;
  readonly waitMs: number;
}

/** Nobody else can claim one of them until it is given back, and none that was ever called, or that shall end, is among them. */
const claimText = `
with waiting as (
  select attempt_id, created_at from attempts
  where next_at is not null and last_error = $1 and kind = $2 and state = 'open' and called_at is null
    and reviewed_at is null and not cancel_requested and (lease_until is null or lease_until <= now())
    and provider = $3
  order by created_at, attempt_id limit $4 for update skip locked)
update attempts set lease_owner = $5, lease_until = now() + make_interval(secs => $6),
  fence = fence + 1, written_with = fence + 1
where attempt_id in (select attempt_id from waiting) and (
  select count(*) >= $4 or min(created_at) <= now() - make_interval(secs => $7) from waiting)
returning ${attemptColumns}`;

/** The oldest ones, once there are enough of them or the oldest has waited long enough; else none. */
export async function claimTogether(
  database: Pick<Database, "query">,
  { code, kind, provider, most, owner, leaseMs, waitMs }: WaitingAttempts,
): Promise<readonly Attempt[]> {
  const heldFromMs = steadyNowMs();
  const values = [code, kind, provider, most, owner, leaseMs / 1_000, waitMs / 1_000];
  const rows = await database.query<Attempt>(CompiledQuery.raw(claimText, values));
  const byAge = rows.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  return byAge.map((row) => ({ ...row, heldFromMs }));
}

/** It waits for nobody any more, and says why. */
export function leaveAlone(attempt: Attempt, code: string): Statement {
  return CompiledQuery.raw(
    `update attempts set last_error = $3, next_at = now(), lease_owner = null, lease_until = null,
       written_with = $2 where attempt_id = $1`,
    [attempt.attemptId, attempt.fence, code],
  );
}

/** Whether one whose key begins so may still be called, and not only asked about: what is final or in review never is again. */
export function mayBeCalledBeside(attemptId: string, together: string): string {
  return `exists (select 1 from attempts as other where starts_with(other.natural_key, ${together})
    and other.attempt_id <> ${attemptId} and other.next_at is not null and other.reviewed_at is null
    and other.state in ('open', 'unknown', 'accepted'))`;
}
