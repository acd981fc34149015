// The views of transactions (folded from the log), the guards that hold the limits, and apart from them what
// says who pays and who receives: deleting the rows of transaction_private and person_keys erases the person.
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const views: readonly string[] = [
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
    primary key (account_id, month)
  )`,
];

const privateTables: readonly string[] = [
  `create table transaction_private (
    transaction_id uuid primary key,
    account_id uuid not null,
    receiver text not null,
    receiver_given text not null,
    receiver_masked text not null,
    number text not null,
    page_token text not null constraint transaction_private_page_token_key unique,
    payment_url text,
    linked_at timestamptz
  )`,
  `create table person_keys (
    account_id uuid constraint person_keys_pkey primary key,
    key bytea not null check (octet_length(key) = 32),
    created_at timestamptz not null default clock_timestamp()
  )`,
];

/** Guards are no views: an append that would break them is refused as a whole, however many run at once. */
const guards: readonly string[] = [
  `create table open_transactions (
    account_id uuid primary key,
    open_count int not null constraint open_transactions_not_negative check (open_count >= 0)
  )`,
  `create table allowances (
    account_id uuid not null,
    month text not null,
    reserved_xof bigint not null,
    used_xof bigint not null,
    primary key (account_id, month),
    constraint allowances_not_negative check (reserved_xof >= 0 and used_xof >= 0)
  )`,
  `create table receiver_uses (
    payment_hash text constraint receiver_uses_pkey primary key,
    transaction_id uuid not null constraint receiver_uses_transaction_key unique
  )`,
  // Both functions lock the person's count first and the month second, so that they never wait for each other.
  `create function reserve_allowance(
    of_account uuid, of_month text, amount_xof bigint, limit_xof bigint, open_max int
  ) returns void language plpgsql volatile as $$
    declare
      opened int;
      taken_xof bigint;
    begin
      insert into open_transactions as held (account_id, open_count) values (of_account, 1)
        on conflict (account_id) do update set open_count = held.open_count + 1
        returning open_count into opened;
      if opened > open_max then
        raise exception 'too many open transactions'
          using errcode = '23514', constraint = 'open_transactions_max';
      end if;
      insert into allowances as held (account_id, month, reserved_xof, used_xof)
        values (of_account, of_month, amount_xof, 0)
        on conflict (account_id, month) do update set reserved_xof = held.reserved_xof + amount_xof
        returning reserved_xof + used_xof into taken_xof;
      if taken_xof > limit_xof then
        raise exception 'monthly limit exceeded'
          using errcode = '23514', constraint = 'allowances_limit';
      end if;
    end $$`,
  `create function end_reservation(
    of_account uuid, of_month text, amount_xof bigint, spent_xof bigint
  ) returns void language plpgsql volatile as $$
    begin
      update open_transactions set open_count = open_count - 1 where account_id = of_account;
      if not found then
        raise exception 'no open transaction'
          using errcode = '23514', constraint = 'open_transactions_known';
      end if;
      update allowances set reserved_xof = reserved_xof - amount_xof, used_xof = used_xof + spent_xof
        where account_id = of_account and month = of_month;
      if not found then
        raise exception 'no reservation'
          using errcode = '23514', constraint = 'allowances_known';
      end if;
    end $$`,
];

export const createTransactionTables: Migration = {
  async up(db) {
    const all = [...views, ...privateTables, ...guards];
    for (const statement of all) await sql.raw(statement).execute(db);
  },
};
