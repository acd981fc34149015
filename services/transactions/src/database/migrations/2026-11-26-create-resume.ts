// Totals by status of each person, and indexes for lists that are filtered: without them a person with many
// transactions of which few match has all of them read. On a log that is not empty `sanu projections rebuild
// resume` fills the table.
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const statements: readonly string[] = [
  // Rows change with every transaction: room beside them keeps their versions on their page.
  `create table transaction_resume (
    account_id uuid primary key,
    pending_count bigint not null,
    pending_xof bigint not null,
    processing_count bigint not null,
    processing_xof bigint not null,
    completed_count bigint not null,
    completed_xof bigint not null,
    failed_count bigint not null,
    failed_xof bigint not null
  ) with (fillfactor = 70)`,
  `create index transaction_list_by_status on transaction_list
    (account_id, status, created_at desc, transaction_id desc)`,
  `create index transaction_list_by_type on transaction_list
    (account_id, transaction_type, created_at desc, transaction_id desc)`,
];

export const createResume: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
