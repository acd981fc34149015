// Whoever closed the own account has nothing in advance any more, and places nothing until it is open again. Placing and hearing
// of it take the same lock, so that one of them always sees the other.
import type { Migration } from "@sanu/platform";
import { lockWallet } from "./0001-initial/closed-accounts.ts";

const broken = (constraint: string, why: string) =>
  `raise exception '${why}' using errcode = '23514', constraint = '${constraint}'`;

export const knowDeactivatedAccounts: Migration = {
  kind: "expand",
  statements: [
    `create table deactivated_accounts (
      account_id uuid primary key,
      is_deactivated boolean not null,
      fact_place numeric[] not null
    )`,
    `create function deactivate_account(of_account uuid, deactivated boolean, place numeric[])
      returns void language plpgsql volatile as $$
      begin
        ${lockWallet};
        insert into deactivated_accounts as known (account_id, is_deactivated, fact_place)
          values (of_account, deactivated, place)
          on conflict (account_id) do update
            set is_deactivated = excluded.is_deactivated, fact_place = excluded.fact_place
            where known.fact_place < excluded.fact_place;
      end $$`,
    `create or replace function may_place_standing_order(of_account uuid, open_max int)
      returns void language plpgsql volatile as $$
      begin
        ${lockWallet};
        if exists (select from closed_accounts where account_id = of_account) then
          ${broken("closed_accounts_no_standing_orders", "the account is closed")};
        end if;
        if exists (select from deactivated_accounts where account_id = of_account and is_deactivated) then
          ${broken("deactivated_accounts_no_standing_orders", "the account is deactivated")};
        end if;
        if (select count(*) from standing_order_triggers where account_id = of_account) >= open_max then
          ${broken("standing_orders_max", "too many standing orders")};
        end if;
      end $$`,
  ],
};
