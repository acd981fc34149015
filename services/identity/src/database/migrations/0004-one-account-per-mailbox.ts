// Spellings of an address that reach one mailbox are one address: its first verified account has it, whichever release
// verifies the next.
import type { Migration } from "@sanu/platform";
import { mailboxFunction } from "../../contacts/mail-providers.ts";

/** The first table; a later step has another one. */
const providers = [
  { domains: ["gmail.com", "googlemail.com"], isOneDomain: true, ignored: "." },
  { domains: ["proton.me", "protonmail.com", "pm.me"], isOneDomain: true, ignored: "._-" },
  {
    domains: [
      "outlook.com",
      "hotmail.com",
      "live.com",
      "msn.com",
      "outlook.fr",
      "hotmail.fr",
      "live.fr",
    ],
    isOneDomain: false,
    ignored: "",
  },
  { domains: ["fastmail.com", "fastmail.fm"], isOneDomain: false, ignored: "" },
] as const;

export const oneAccountPerMailbox: Migration = {
  kind: "expand",
  statements: [
    mailboxFunction(providers),
    `create table mailboxes (
      mailbox text primary key,
      account_id uuid not null references account_contacts on delete cascade,
      constraint mailboxes_of_account unique (account_id)
    )`,
    `create function reserve_mailbox() returns trigger language plpgsql as $$
    declare
      owner uuid;
    begin
      insert into mailboxes (mailbox, account_id) values (mailbox_of(new.email), new.account_id)
        on conflict (mailbox) do nothing;
      select account_id into owner from mailboxes where mailbox = mailbox_of(new.email);
      if owner is distinct from new.account_id then
        raise exception 'taken' using errcode = '23505', constraint = 'account_contacts_verified_email';
      end if;
      return null;
    end $$`,
    `create trigger account_contacts_mailbox after insert or update of verified_at on account_contacts
      for each row when (new.verified_at is not null) execute function reserve_mailbox()`,
  ],
};
