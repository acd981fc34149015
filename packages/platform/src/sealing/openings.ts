import { type AccountId, newId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";

export const sealedOpeningsTable = `create table sealed_openings (
  opening_id uuid primary key,
  account_id uuid not null,
  opened_by uuid not null,
  key_holders text[] not null,
  reason text not null,
  records int not null,
  opened_at timestamptz not null default clock_timestamp()
)`;

/** Says whose shares open what and why, before anything is opened; the audit log has the id, and no words. */
export async function recordOpening(
  database: Pick<Database, "query">,
  opening: {
    readonly accountId: AccountId;
    readonly openedBy: AccountId;
    readonly keyHolders: readonly string[];
    readonly reason: string;
    readonly records: number;
  },
): Promise<string> {
  const { accountId, openedBy, keyHolders, reason, records } = opening;
  const text = `insert into sealed_openings (opening_id, account_id, opened_by, key_holders, reason, records)
    values ($1, $2, $3, $4, $5, $6)`;
  const openingId: string = newId();
  const values = [openingId, accountId, openedBy, [...keyHolders], reason, records];
  await database.query(CompiledQuery.raw(text, values));
  return openingId;
}
