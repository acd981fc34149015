// More providers ignore tags, or have several domains for one mailbox. An account whose mailbox had another name gets the new
// one, at the latest when the next step fills them.
import type { Migration } from "@sanu/platform";
import { mailboxFunction, mailProviders } from "../../contacts/mail-providers.ts";

export const moreMailProviders: Migration = {
  kind: "expand",
  statements: [
    mailboxFunction(mailProviders),
    `create or replace function reserve_mailbox() returns trigger language plpgsql as $$
    declare
      owner uuid;
    begin
      insert into mailboxes (mailbox, account_id) values (mailbox_of(new.email), new.account_id)
        on conflict do nothing;
      select account_id into owner from mailboxes where mailbox = mailbox_of(new.email);
      if owner is null then
        update mailboxes set mailbox = mailbox_of(new.email) where account_id = new.account_id;
        owner := new.account_id;
      end if;
      if owner is distinct from new.account_id then
        raise exception 'taken' using errcode = '23505', constraint = 'account_contacts_verified_email';
      end if;
      return null;
    end $$`,
  ],
};
