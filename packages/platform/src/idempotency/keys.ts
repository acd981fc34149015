import { CompiledQuery } from "kysely";
import type { Database, Statement } from "../database/open-database.ts";

/** Who asked, with which method and path, and under which key. Another user's equal key is another key. */
export interface IdempotencyScope {
  readonly scope: string;
  readonly key: string;
}

export interface IdempotencyRow {
  readonly bodyHash: string;
  readonly recordId: string;
  readonly response: string | null;
}

export const idempotencyConstraint = "idempotency_keys_pkey";

/** In the record's own transaction, with the response where it is known already. */
export function insertKey(
  of: IdempotencyScope & {
    readonly bodyHash: string;
    readonly recordId: string;
    readonly response?: string;
  },
): Statement {
  return CompiledQuery.raw(
    `insert into idempotency_keys (scope, key, body_hash, record_id, response)
     values ($1, $2, $3, $4, $5)`,
    [of.scope, of.key, of.bodyHash, of.recordId, of.response ?? null],
  );
}

/** Does nothing where no key was given. Returns one row where this response is now the frozen one, else none. */
export function freezeResponse(recordId: string, response: string): Statement {
  return CompiledQuery.raw(
    `update idempotency_keys set response = $2 where record_id = $1 and response is null
     returning record_id`,
    [recordId, response],
  );
}

/** What was committed under a key; `undefined` where nothing was. */
export async function findKey(
  database: Pick<Database, "query">,
  of: IdempotencyScope,
): Promise<IdempotencyRow | undefined> {
  const [row] = await database.query<IdempotencyRow>(
    CompiledQuery.raw(
      `select body_hash as "bodyHash", record_id as "recordId", response
       from idempotency_keys where scope = $1 and key = $2`,
      [of.scope, of.key],
    ),
  );
  return row;
}

class ProbeEndedError extends Error {
  override readonly name = "ProbeEndedError";
}

const probeText = `insert into idempotency_keys (scope, key, body_hash, record_id)
  values ($1, $2, '', gen_random_uuid()) on conflict do nothing`;

/**
 * For whoever is about to refuse a request: its first try may be committing just now, and is waited for. What it took
 * (a quote, the last of a limit) may be all that the second one was refused for.
 */
export async function awaitKey(
  database: Pick<Database, "query" | "transaction">,
  of: IdempotencyScope,
): Promise<IdempotencyRow | undefined> {
  const ended = new ProbeEndedError("The key is free");
  try {
    await database.transaction(async (session) => {
      await session.query(CompiledQuery.raw(probeText, [of.scope, of.key]));
      throw ended;
    });
  } catch (error) {
    if (error !== ended) throw error;
  }
  return findKey(database, of);
}
