// An account whose person was erased stays in the log and in its row, as nobody's.
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

const statements: readonly string[] = [
  "alter table accounts drop constraint accounts_status_check",
  `alter table accounts add constraint accounts_status_check
    check (status in ('pending', 'active', 'deactivated', 'suspended', 'erased'))`,
];

export const allowErasedAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
