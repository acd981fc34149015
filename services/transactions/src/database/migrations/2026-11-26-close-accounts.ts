// Accounts that take no more orders, because their persons are erased. Closing and ordering lock the same row of
// open_transactions and then look at what the other one wrote, so one of the two always sees the other.
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const statements: readonly string[] = [
  `create table closed_accounts (
    account_id uuid primary key,
    closed_at timestamptz not null
  )`,
  // The one place that says what is open: whatever can still need the person.
  `create function open_business_of(of_account uuid) returns setof text language plpgsql stable as $$
    begin
      return query select 'transaction' from open_transactions
        where account_id = of_account and open_count > 0;
      return query select 'review' from transaction_list join transaction_detail using (transaction_id)
        where transaction_list.account_id = of_account and is_in_review limit 1;
    end $$`,
  `create function close_account(of_account uuid, at timestamptz)
    returns void language plpgsql volatile as $$
    begin
      insert into open_transactions as held (account_id, open_count) values (of_account, 0)
        on conflict (account_id) do update set open_count = held.open_count;
      if exists (select from closed_accounts where account_id = of_account) then return; end if;
      if exists (select from open_business_of(of_account)) then
        raise exception 'something is open'
          using errcode = '23514', constraint = 'closed_accounts_nothing_open';
      end if;
      insert into closed_accounts (account_id, closed_at) values (of_account, at);
    end $$`,
  // Read behind the lock that the reservation takes.
  `create or replace function reserve_in_tier(
    of_account uuid, of_month text, amount_xof bigint, limits_xof bigint[], open_max int
  ) returns void language plpgsql volatile as $$
    begin
      perform reserve_allowance(
        of_account, of_month, amount_xof, monthly_limit_of(of_account, limits_xof), open_max);
      if exists (select from closed_accounts where account_id = of_account) then
        raise exception 'the account is closed'
          using errcode = '23514', constraint = 'closed_accounts_no_orders';
      end if;
    end $$`,
];

export const closeAccounts: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
