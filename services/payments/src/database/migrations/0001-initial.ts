import { attemptTables, createSchema, platformTables } from "@sanu/platform";

const paymentTables: readonly string[] = [
  // What may be erased of a payment: the provider's page of a purchase or the invoice of a sale.
  `create table payment_private (
    payment_id uuid primary key,
    account_id uuid not null,
    payment_url text,
    recorded_at timestamptz not null,
    invoice text,
    constraint payment_private_holds_one check (num_nonnulls(payment_url, invoice) = 1)
  )`,
  "create index payment_private_account on payment_private (account_id)",
  // What comes late about an erased person is not stored any more.
  `create table erased_accounts (
    account_id uuid primary key,
    erased_at timestamptz not null default clock_timestamp()
  )`,
  // The callbacks that had their effect, so that each has it once.
  `create table callbacks (
    provider text not null,
    event_id text not null,
    payment_id uuid not null,
    received_at timestamptz not null,
    constraint callbacks_pkey primary key (provider, event_id)
  )`,
  // Which receipt goes back by which refund, so that none goes back twice. A row goes when its refund has failed.
  `create table refunded_receipts (
    payment_id uuid not null,
    receipt_reference text not null,
    refund_id uuid not null,
    constraint refunded_receipts_pkey primary key (payment_id, receipt_reference),
    constraint refunded_receipts_refund_key unique (refund_id)
  )`,
];

/** The schema of the first release: the log, the attempts, and the tables of payments beside them. */
export const initial = createSchema(platformTables, attemptTables, paymentTables);
