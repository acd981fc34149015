// What may be erased of a payment (the provider's page), and the callbacks that were obeyed, so that each of
// them has its effect once.
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

const statements: readonly string[] = [
  `create table payment_private (
    payment_id uuid primary key,
    account_id uuid not null,
    payment_url text not null,
    recorded_at timestamptz not null
  )`,
  "create index payment_private_account on payment_private (account_id)",
  `create table callbacks (
    provider text not null,
    event_id text not null,
    payment_id uuid not null,
    received_at timestamptz not null,
    constraint callbacks_pkey primary key (provider, event_id)
  )`,
];

export const createPaymentTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
