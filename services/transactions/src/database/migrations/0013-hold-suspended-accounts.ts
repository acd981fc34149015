// A suspended account orders nothing, and is paid out nothing. A payout that begins and a suspension take the same lock, so that
// one of them always sees the other.
import type { Migration } from "@sanu/platform";

const suspensionLock = "hashtextextended('suspension ' || of_account, 0)";

export const holdSuspendedAccounts: Migration = {
  kind: "expand",
  statements: [
    `create table suspended_accounts (
      account_id uuid primary key,
      is_suspended boolean not null,
      fact_place numeric[] not null
    )`,
    `create function suspend_account(of_account uuid, suspended boolean, place numeric[])
      returns void language plpgsql volatile as $$
      begin
        perform pg_advisory_xact_lock(${suspensionLock});
        insert into suspended_accounts as known (account_id, is_suspended, fact_place)
          values (of_account, suspended, place)
          on conflict (account_id) do update
            set is_suspended = excluded.is_suspended, fact_place = excluded.fact_place
            where known.fact_place < excluded.fact_place;
      end $$`,
    `create function refuse_payout_if_suspended(of_transaction uuid)
      returns void language plpgsql volatile as $$
      declare
        of_account uuid;
      begin
        select account_id into of_account from transaction_list where transaction_id = of_transaction;
        perform pg_advisory_xact_lock_shared(${suspensionLock});
        if exists (select from suspended_accounts where account_id = of_account and is_suspended) then
          raise exception 'the account is suspended'
            using errcode = '23514', constraint = 'suspended_accounts_no_payouts';
        end if;
      end $$`,
    `create or replace function reserve_in_tier(
      of_account uuid, of_month text, amount_xof bigint, open_max int
    ) returns void language plpgsql volatile as $$
      declare
        limit_xof bigint := monthly_limit_of(of_account);
      begin
        if limit_xof is null then
          raise exception 'identity has not published what the tier allows'
            using errcode = '23514', constraint = 'tier_limits_known';
        end if;
        perform reserve_allowance(of_account, of_month, amount_xof, limit_xof, open_max);
        if exists (select from closed_accounts where account_id = of_account) then
          raise exception 'the account is closed'
            using errcode = '23514', constraint = 'closed_accounts_no_orders';
        end if;
        if exists (select from suspended_accounts where account_id = of_account and is_suspended) then
          raise exception 'the account is suspended'
            using errcode = '23514', constraint = 'suspended_accounts_no_orders';
        end if;
      end $$`,
  ],
};
