// Accounts of before have their mailboxes, the first one of each; who shares one stays as she is.
import type { Migration } from "@sanu/platform";

export const fillMailboxes: Migration = {
  kind: "backfill",
  start: "00000000-0000-0000-0000-000000000000",
  batch: `with batch as (
      select account_id, email, verified_at from account_contacts where account_id > $1::uuid
      order by account_id limit $2
    ), filled as (
      insert into mailboxes (mailbox, account_id)
        select mailbox_of(email), account_id from batch where verified_at is not null order by account_id
        on conflict do nothing
    )
    select (array_agg(account_id order by account_id desc))[1] as place from batch`,
};
