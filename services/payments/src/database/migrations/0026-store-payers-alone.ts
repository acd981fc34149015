// Who paid is known also where the provider's page never became known, so that there is no row of `payment_private` to write it in.
// The mark that a person is erased deletes hers, whichever release sets it.
import type { Migration } from "@sanu/platform";

export const storePayersAlone: Migration = {
  kind: "expand",
  statements: [
    `create table payers_alone (
      payment_id uuid primary key,
      account_id uuid not null,
      payer_number text not null,
      recorded_at timestamptz not null,
      constraint payers_alone_of_account unique (account_id, payment_id)
    )`,
    `create function delete_payers_alone() returns trigger language plpgsql as $$
    begin
      delete from payers_alone where account_id = new.account_id;
      return null;
    end $$`,
    `create trigger erased_accounts_payers_alone after insert or update on erased_accounts
      for each row execute function delete_payers_alone()`,
  ],
};
