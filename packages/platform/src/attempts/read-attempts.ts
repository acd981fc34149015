import { steadyNowMs } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { type Attempt, attemptColumns } from "./attempt.ts";

export interface Claim {
  readonly owner: string;
  readonly kinds: readonly Attempt["kind"][];
  readonly leaseMs: number;
  readonly rowsMax: number;
}

const claimText = `
update attempts set lease_owner = $1, lease_until = now() + make_interval(secs => $2),
  fence = fence + 1, written_with = fence + 1
where attempt_id in (
  select attempt_id from attempts
  where next_at <= now() and (lease_until is null or lease_until <= now()) and kind = any($3)
  order by next_at limit $4 for update skip locked)
returning ${attemptColumns}`;

/** Concurrent workers get different ones, those due longest first, in no order. */
export async function claimAttempts(database: Database, claim: Claim): Promise<Attempt[]> {
  const { owner, leaseMs, kinds, rowsMax } = claim;
  const heldFromMs = steadyNowMs();
  const rows = await database.query<Attempt>(
    CompiledQuery.raw(claimText, [owner, leaseMs / 1_000, kinds, rowsMax]),
  );
  return rows.map((row) => ({ ...row, heldFromMs }));
}

export async function findAttempt(
  database: Database,
  attemptId: string,
): Promise<Attempt | undefined> {
  const text = `select ${attemptColumns} from attempts where attempt_id = $1`;
  const [attempt] = await database.query<Attempt>(CompiledQuery.raw(text, [attemptId]));
  return attempt;
}

export async function findAttemptByReference(
  database: Database,
  kind: Attempt["kind"],
  providerReference: string,
): Promise<Attempt | undefined> {
  const text = `select ${attemptColumns} from attempts where provider_reference = $1 and kind = $2`;
  const values = [providerReference, kind];
  const [attempt] = await database.query<Attempt>(CompiledQuery.raw(text, values));
  return attempt;
}

/** The one attempt of a movement that is not definitely rejected: what a verdict of the staff can be about. */
export async function findLiveAttempt(
  database: Database,
  subjectId: string,
): Promise<{ readonly attempt: Attempt; readonly isHeld: boolean } | undefined> {
  const text = `select ${attemptColumns}, coalesce(lease_until > now(), false) as "isHeld"
    from attempts where subject_id = $1 and state <> 'rejected' order by created_at desc limit 1`;
  const [row] = await database.query<Attempt & { readonly isHeld: boolean }>(
    CompiledQuery.raw(text, [subjectId]),
  );
  if (row === undefined) return undefined;
  const { isHeld, ...attempt } = row;
  return { attempt, isHeld };
}
