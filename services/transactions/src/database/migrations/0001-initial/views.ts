// What people see of their transactions, folded from the log. The filtered lists have indexes of their own: without
// them a person with many transactions of which few match has all of them read.

export const viewTables: readonly string[] = [
  `create table transaction_list (
    transaction_id uuid primary key,
    account_id uuid not null,
    reference text not null,
    transaction_type text not null,
    amount_xof bigint not null,
    amount_sats bigint not null,
    rate_xof_per_btc bigint not null,
    status text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index transaction_list_newest on transaction_list
    (account_id, created_at desc, transaction_id desc)`,
  `create index transaction_list_by_status on transaction_list
    (account_id, status, created_at desc, transaction_id desc)`,
  `create index transaction_list_by_type on transaction_list
    (account_id, transaction_type, created_at desc, transaction_id desc)`,
  `create table transaction_detail (
    transaction_id uuid primary key,
    account_id uuid not null,
    reference text not null,
    transaction_type text not null,
    amount_xof bigint not null,
    amount_sats bigint not null,
    rate_xof_per_btc bigint not null,
    payment_id uuid not null,
    payment_reference text not null,
    payout_reference text,
    channel text not null,
    status text not null,
    payment_status text not null,
    payout_status text not null,
    is_in_review boolean not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    completed_at timestamptz,
    failed_at timestamptz
  )`,
  `create table flashback (
    account_id uuid not null,
    month text not null,
    transactions_count int not null,
    bought_xof bigint not null,
    sold_sats bigint not null,
    volume_xof bigint not null,
    days_mask int not null,
    bought_sats bigint not null default 0,
    primary key (account_id, month)
  )`,
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
];
