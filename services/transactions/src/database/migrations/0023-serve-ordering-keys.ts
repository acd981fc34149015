// A service orders for many people by an API key: what the key allows counts in place of a person's tier, and identity tells it
// by facts. What a client calls its order stands apart from the log, because it may name somebody. Unique, because that
// indexes the list of one reference.
import type { Migration } from "@sanu/platform";

const broken = (constraint: string, why: string) =>
  `raise exception '${why}' using errcode = '23514', constraint = '${constraint}'`;

export const serveOrderingKeys: Migration = {
  kind: "expand",
  statements: [
    `create table ordering_keys (
      key_id uuid primary key,
      account_id uuid not null,
      open_max int not null,
      monthly_limit_xof bigint not null,
      ends_at timestamptz not null,
      fact_place numeric[] not null
    )`,
    `create table client_orders (
      transaction_id uuid primary key,
      account_id uuid not null,
      key_id uuid,
      client_reference text,
      created_at timestamptz not null,
      constraint client_orders_of_reference
        unique (account_id, client_reference, created_at, transaction_id)
    )`,
    // The account's month and open orders count as the key allows, whatever key of it ordered. A number's month is a person's,
    // by the account's tier; documents are not those of who pays, and are left out. Locks as reserve_for_person does.
    `create function reserve_by_key(
      of_transaction uuid, of_account uuid, of_key uuid, of_month text, amount bigint,
      of_number text, of_receiver text, is_number_counted boolean
    ) returns void language plpgsql volatile as $$
      declare
        allowed ordering_keys;
        number_limit_xof bigint := monthly_limit_of(of_account);
      begin
        select * into allowed from ordering_keys where key_id = of_key;
        if not found then ${broken("ordering_keys_known", "identity has not published the key")}; end if;
        if allowed.account_id <> of_account or allowed.ends_at <= clock_timestamp() then
          ${broken("ordering_keys_live", "the key has ended, or is of another account")};
        end if;
        if number_limit_xof is null then
          ${broken("tier_limits_known", "identity has not published what the tier allows")};
        end if;
        perform reserve_allowance(of_account, of_month, amount, allowed.monthly_limit_xof, allowed.open_max);
        if exists (select from closed_accounts where account_id = of_account) then
          ${broken("closed_accounts_no_orders", "the account is closed")};
        end if;
        if exists (select from suspended_accounts where account_id = of_account and is_suspended) then
          ${broken("suspended_accounts_no_orders", "the account is suspended")};
        end if;
        if is_number_counted then
          perform count_for_number(of_transaction, of_account, 'number ' || of_number, of_receiver,
            of_month, amount, number_limit_xof);
        else
          insert into order_persons (transaction_id, subject, receiver, month, amount_xof, is_counted)
            values (of_transaction, 'number ' || of_number, of_receiver, of_month, amount, false);
        end if;
      end $$`,
  ],
};
