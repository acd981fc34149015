// Accounts whose persons are erased: what comes late about one of them is not kept any more.
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

const statements: readonly string[] = [
  `create table erased_accounts (
    account_id uuid primary key,
    erased_at timestamptz not null default clock_timestamp()
  )`,
];

export const createErasedAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
