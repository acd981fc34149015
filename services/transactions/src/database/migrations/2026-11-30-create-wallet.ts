// What people saved for their next orders, and the sats they bought in each month. The sats of months before this come
// with `pnpm sanu projections rebuild flashback`. Saving and closing an account take the same lock and then look at what
// the other one wrote: nothing is saved behind a closing, so an erasure leaves nothing behind.
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const takeLock = "perform pg_advisory_xact_lock(hashtextextended('wallet ' || of_account, 0))";

const statements: readonly string[] = [
  "alter table flashback add column bought_sats bigint not null default 0",
  // No constraint names saved_text: its violation would write the text of a person into a log.
  `create table wallet_entries (
    account_id uuid not null,
    kind text not null check (kind in ('receiver', 'number')),
    position int not null,
    saved_text text not null,
    label text,
    is_default boolean not null,
    primary key (account_id, kind, position)
  )`,
  `create unique index wallet_entries_one_default on wallet_entries (account_id, kind)
    where is_default`,
  // The lock also puts two savings of one person in order, so that the list of one of them stays, whole.
  `create function save_wallet(of_account uuid, of_kind text, entries jsonb)
    returns void language plpgsql volatile as $$
    begin
      ${takeLock};
      if exists (select from closed_accounts where account_id = of_account) then
        raise exception 'the account is closed'
          using errcode = '23514', constraint = 'closed_accounts_no_wallet';
      end if;
      delete from wallet_entries where account_id = of_account and kind = of_kind;
      insert into wallet_entries (account_id, kind, position, saved_text, label, is_default)
        select of_account, of_kind, each.position, each.entry ->> 'text', each.entry ->> 'label',
          (each.entry ->> 'isDefault')::boolean
        from jsonb_array_elements(entries) with ordinality as each (entry, position);
    end $$`,
  `create or replace function close_account(of_account uuid, at timestamptz)
    returns void language plpgsql volatile as $$
    begin
      insert into open_transactions as held (account_id, open_count) values (of_account, 0)
        on conflict (account_id) do update set open_count = held.open_count;
      ${takeLock};
      if exists (select from closed_accounts where account_id = of_account) then return; end if;
      if exists (select from open_business_of(of_account)) then
        raise exception 'something is open'
          using errcode = '23514', constraint = 'closed_accounts_nothing_open';
      end if;
      insert into closed_accounts (account_id, closed_at) values (of_account, at);
    end $$`,
];

export const createWallet: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
