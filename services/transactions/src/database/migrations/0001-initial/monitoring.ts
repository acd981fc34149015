// The staff looks for transactions of everybody: by reference, person, status, day, or because somebody has to look.
// The table is folded from the log.

const newest = "(created_at desc, transaction_id desc)";

export const monitoringTables: readonly string[] = [
  `create table transaction_monitoring (
    transaction_id uuid primary key,
    account_id uuid not null,
    reference text not null,
    transaction_type text not null,
    amount_xof bigint not null,
    amount_sats bigint not null,
    rate_xof_per_btc bigint not null,
    status text not null,
    review_reason text,
    failure_reason text,
    channel text not null,
    payment_id uuid not null,
    payment_reference text not null,
    payout_id uuid,
    payout_reference text,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index transaction_monitoring_newest on transaction_monitoring ${newest}`,
  `create index transaction_monitoring_account on transaction_monitoring
    (account_id, created_at desc, transaction_id desc)`,
  // Few of many: what is open or in review is found among millions that are neither.
  `create index transaction_monitoring_open on transaction_monitoring
    (status, created_at desc, transaction_id desc) where status in ('PENDING', 'PROCESSING')`,
  `create index transaction_monitoring_review on transaction_monitoring ${newest}
    where review_reason is not null`,
  "create index transaction_monitoring_reference on transaction_monitoring (reference)",
  `create index transaction_monitoring_payment_reference on transaction_monitoring
    (payment_reference)`,
  `create index transaction_monitoring_payout_reference on transaction_monitoring
    (payout_reference) where payout_reference is not null`,
];
