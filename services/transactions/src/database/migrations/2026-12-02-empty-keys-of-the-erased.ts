// People erased so far left hashes behind: of the keys and bodies of their orders, and of those of their quotes, with
// the answers. An account that is closed and has no person's key any more is one of an erased person.
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

export const emptyKeysText = `
update idempotency_keys set answer = null, key = record_id::text, body_hash = ''
from closed_accounts as closed
where body_hash <> ''
  and scope in (
    closed.account_id::text || ' POST /api/v1/transactions/create',
    closed.account_id::text || ' POST /api/v1/quotes')
  and not exists (select from person_keys where person_keys.account_id = closed.account_id)`;

export const emptyKeysOfTheErased: Migration = {
  async up(db) {
    await sql.raw(emptyKeysText).execute(db);
  },
};
