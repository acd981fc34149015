import { steadyNowMs } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database, Statement } from "../database/open-database.ts";
import { type Attempt, attemptColumns } from "./attempt.ts";

/** What one provider carries out. */
export interface ProviderKinds {
  readonly provider: string;
  readonly kinds: readonly Attempt["kind"][];
}

export interface Claim extends ProviderKinds {
  readonly owner: string;
  readonly leaseMs: number;
  readonly rowsMax: number;
}

const claimText = `
with due as (
  select attempt_id from attempts
  where next_at <= now() and (lease_until is null or lease_until <= now()) and kind = any($3) and provider = $5
  order by next_at limit $4 for update skip locked)
update attempts set lease_owner = $1, lease_until = now() + make_interval(secs => $2),
  fence = fence + 1, written_with = fence + 1
where attempt_id in (select attempt_id from due)
returning ${attemptColumns}`;

/** Only those of the provider: another one would not know their keys. Concurrent workers get different ones, those due longest first, in no order. */
export async function claimAttempts(database: Database, claim: Claim): Promise<Attempt[]> {
  const { owner, leaseMs, kinds, provider, rowsMax } = claim;
  const heldFromMs = steadyNowMs();
  const rows = await database.query<Attempt>(
    CompiledQuery.raw(claimText, [owner, leaseMs / 1_000, kinds, rowsMax, provider]),
  );
  return rows.map((row) => ({ ...row, heldFromMs }));
}

const foundText = (where: string) => `select ${attemptColumns} from attempts where ${where}`;

const byIdText = foundText("attempt_id = $1");
const byReferenceText = foundText("provider_reference = $1 and kind = $2 and provider = $3");

/** The attempt of that id, as one row or none. */
export function attemptById(attemptId: string): Statement {
  return CompiledQuery.raw(byIdText, [attemptId]);
}

export async function findAttempt(
  database: Database,
  attemptId: string,
): Promise<Attempt | undefined> {
  const [attempt] = await database.query<Attempt>(attemptById(attemptId));
  return attempt;
}

/** The attempt of that name at its provider: two of them may give the same name to different orders. */
export function attemptByReference(
  { kind, provider }: Pick<Attempt, "kind" | "provider">,
  providerReference: string,
): Statement {
  return CompiledQuery.raw(byReferenceText, [providerReference, kind, provider]);
}

const calledBeforeText = foundText(`
  subject_id = any($1::uuid[]) and kind = $2 and (subject_id <> $3 or attempt_number < $4)
    and state in ('rejected', 'settled') and called_at is not null`);

/**
 * For what providers were called before an attempt, in the same order or in others for the same money, and which they refused, or took
 * back: what had failed may have come alive meanwhile.
 */
export async function findCalledBefore(
  database: Pick<Database, "query">,
  { subjectId, kind, attemptNumber }: Attempt,
  earlierSubjectIds: readonly string[] = [],
): Promise<readonly Attempt[]> {
  if (attemptNumber === 1 && earlierSubjectIds.length === 0) return [];
  const subjectIds = [subjectId, ...earlierSubjectIds];
  const values = [subjectIds, kind, subjectId, attemptNumber];
  return database.query<Attempt>(CompiledQuery.raw(calledBeforeText, values));
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
