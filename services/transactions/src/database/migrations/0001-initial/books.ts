// The double-entry ledger. An entry whose accounts do not add up to zero is refused with the whole append.

export const bookTables: readonly string[] = [
  `create table book_entries (
  transaction_id uuid not null,
  version int not null,
  currency text not null check (currency in ('XOF', 'SATS')),
  booked_at timestamptz not null,
  gateway_float bigint not null,
  node_float bigint not null,
  user_payable bigint not null,
  suspense bigint not null,
  exchange bigint not null,
  fees bigint not null,
  rounding bigint not null,
  primary key (transaction_id, version, currency),
  constraint book_entries_balance check (
    gateway_float + node_float + user_payable + suspense + exchange + fees + rounding = 0)
)`,
];
