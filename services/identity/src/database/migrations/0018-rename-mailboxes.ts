// Mailboxes of before get their new names, the first account of each; who shares one stays as she is.
import type { Migration } from "@sanu/platform";

export const renameMailboxes: Migration = {
  kind: "backfill",
  start: "00000000-0000-0000-0000-000000000000",
  batch: `with batch as (
      select account_id, mailbox_of(email) as renamed from account_contacts where account_id > $1::uuid
      order by account_id limit $2
    ), firsts as (
      select distinct on (renamed) account_id, renamed from batch join mailboxes using (account_id)
      where mailbox <> renamed and not exists (select from mailboxes where mailbox = renamed)
      order by renamed, account_id
    ), renamed as (
      update mailboxes set mailbox = firsts.renamed from firsts
      where mailboxes.account_id = firsts.account_id
    )
    select (array_agg(account_id order by account_id desc))[1] as place from batch`,
};
