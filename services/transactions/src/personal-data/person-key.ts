import { randomBytes } from "node:crypto";
import type { AccountId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const keyBytes = 32;

/** The constraint that the second of two simultaneous first orders of a person breaks. */
export const personKeyConstraint = "person_keys_pkey";

/** The key under which a person's destinations are named in events; `undefined` before the first order. */
export async function findPersonKey(
  database: Pick<Database, "query">,
  accountId: AccountId,
): Promise<Uint8Array | undefined> {
  const [row] = await database.query<{ key: Uint8Array }>(
    CompiledQuery.raw("select key from person_keys where account_id = $1", [accountId]),
  );
  return row?.key;
}

export function newPersonKey(): Uint8Array {
  return randomBytes(keyBytes);
}

/** Keeps the key of a person, in the transaction of the first order. */
export function insertPersonKey(accountId: AccountId, key: Uint8Array): Statement {
  return CompiledQuery.raw("insert into person_keys (account_id, key) values ($1, $2)", [
    accountId,
    key,
  ]);
}
