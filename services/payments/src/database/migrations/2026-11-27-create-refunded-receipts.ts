// Which receipt goes back by which refund, so that none goes back twice. A row goes when its refund has failed.
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

const statement = `create table refunded_receipts (
  payment_id uuid not null,
  receipt_reference text not null,
  refund_id uuid not null,
  constraint refunded_receipts_pkey primary key (payment_id, receipt_reference),
  constraint refunded_receipts_refund_key unique (refund_id)
)`;

export const createRefundedReceipts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(statement).execute(db);
  },
};
