// The list of users: newest first, found by any part of what they are called. The index is of trigrams, because a
// part can begin anywhere; pg_trgm is a trusted extension, which the owner of a database may create.
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

const statements: readonly string[] = [
  "create extension if not exists pg_trgm",
  `create index account_contacts_search on account_contacts using gin (
    lower(name || ' ' || email || ' ' || tag || ' ' || coalesce(whatsapp, '')) gin_trgm_ops)`,
  "create index accounts_newest on accounts (registered_at desc, account_id desc)",
];

export const indexUsers: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
