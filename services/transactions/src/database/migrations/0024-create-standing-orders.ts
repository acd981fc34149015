// What people order in advance. The list and its occurrences are folded from the log; who pays and who receives is beside them and
// can be erased; what each order waits for is found by one of four keys, and so is what is not known to have ended.
import type { Migration } from "@sanu/platform";
import { lockWallet } from "./0001-initial/closed-accounts.ts";

export const createStandingOrders: Migration = {
  kind: "expand",
  statements: [
    `create table standing_orders (
      order_id uuid primary key,
      account_id uuid not null,
      status text not null,
      end_reason text,
      transaction_type text not null,
      amount_xof bigint not null,
      price_xof_per_btc bigint,
      every text,
      on_day int,
      at_time text,
      channel text,
      until_at timestamptz,
      orders_max int,
      ordered int not null,
      failures int not null,
      next_due_at timestamptz,
      created_at timestamptz not null,
      constraint standing_orders_of_account unique (account_id, created_at, order_id)
    )`,
    `create table standing_order_occurrences (
      order_id uuid not null,
      occurrence int not null,
      due_at timestamptz not null,
      outcome text not null,
      code text,
      transaction_id uuid,
      occurred_at timestamptz not null,
      primary key (order_id, occurrence)
    )`,
    // No constraint names what a person wrote: its violation would write that into a log.
    `create table standing_order_private (
      order_id uuid primary key,
      account_id uuid not null,
      receiver text not null,
      number text not null,
      constraint standing_order_private_of_account unique (account_id, order_id)
    )`,
    // One row for each order that has not ended. Unique, because that indexes what is waited for.
    `create table standing_order_triggers (
      order_id uuid primary key,
      account_id uuid not null,
      transaction_type text not null,
      due_at timestamptz,
      price_xof_per_btc bigint,
      until_at timestamptz,
      constraint standing_order_triggers_of_account unique (account_id, order_id),
      constraint standing_order_triggers_due unique (due_at, order_id),
      constraint standing_order_triggers_price unique (transaction_type, price_xof_per_btc, order_id),
      constraint standing_order_triggers_until unique (until_at, order_id)
    )`,
    `create table standing_order_awaited (
      transaction_id uuid primary key,
      order_id uuid not null
    )`,
    // Placing and closing an account take the same lock: nothing is placed behind a closing, and nobody has more than allowed.
    `create function may_place_standing_order(of_account uuid, open_max int)
      returns void language plpgsql volatile as $$
      begin
        ${lockWallet};
        if exists (select from closed_accounts where account_id = of_account) then
          raise exception 'the account is closed'
            using errcode = '23514', constraint = 'closed_accounts_no_standing_orders';
        end if;
        if (select count(*) from standing_order_triggers where account_id = of_account) >= open_max then
          raise exception 'too many standing orders'
            using errcode = '23514', constraint = 'standing_orders_max';
        end if;
      end $$`,
  ],
};
