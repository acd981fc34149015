// What people saved for their next orders. Saving and closing an account take the same lock and then look at what the
// other one wrote: nothing is saved behind a closing, so an erasure leaves nothing behind.
import { lockWallet } from "./closed-accounts.ts";

export const walletTables: readonly string[] = [
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
      ${lockWallet};
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
];
