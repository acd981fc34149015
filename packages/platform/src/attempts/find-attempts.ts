import { CompiledQuery } from "kysely";
import type { Instant } from "@sanu/kernel";
import type { Database } from "../database/open-database.ts";
import { type Attempt, type AttemptKind, attemptColumns } from "./attempt.ts";

/** An attempt by its id; `undefined` where there is none. */
export async function findAttempt(
  database: Pick<Database, "query">,
  attemptId: string,
): Promise<Attempt | undefined> {
  const text = `select ${attemptColumns} from attempts where attempt_id = $1`;
  const rows = await database.query<Attempt>(CompiledQuery.raw(text, [attemptId]));
  return rows[0];
}

/** An attempt by the provider's reference. */
export async function findAttemptByReference(
  database: Pick<Database, "query">,
  kind: AttemptKind,
  providerReference: string,
): Promise<Attempt | undefined> {
  const text = `select ${attemptColumns} from attempts
    where provider_reference = $1 and kind = $2 limit 1`;
  const rows = await database.query<Attempt>(CompiledQuery.raw(text, [providerReference, kind]));
  return rows[0];
}

/** The newest attempt of a payment or payout. */
export async function findLastAttempt(
  database: Pick<Database, "query">,
  kind: AttemptKind,
  subjectId: string,
): Promise<Attempt | undefined> {
  const text = `select ${attemptColumns} from attempts
    where subject_id = $1 and kind = $2 order by attempt_number desc limit 1`;
  const rows = await database.query<Attempt>(CompiledQuery.raw(text, [subjectId, kind]));
  return rows[0];
}

const claimText = `
update attempts set fence = fence + 1, lease_until = clock_timestamp() + make_interval(secs => $1)
where attempt_id in (
  select attempt_id from attempts
  where next_at <= $2 and kind = any($3) and (lease_until is null or lease_until < clock_timestamp())
  order by next_at limit $4 for update skip locked)
returning ${attemptColumns}`;

/** Takes the lease of due attempts that nobody holds, the longest due first. */
export function claimDue(
  database: Pick<Database, "query">,
  claim: {
    readonly kinds: readonly AttemptKind[];
    readonly now: Instant;
    readonly leaseMs: number;
    readonly attemptsMax: number;
  },
): Promise<Attempt[]> {
  const { kinds, now, leaseMs, attemptsMax } = claim;
  return database.query<Attempt>(
    CompiledQuery.raw(claimText, [leaseMs / 1_000, now, kinds, attemptsMax]),
  );
}
