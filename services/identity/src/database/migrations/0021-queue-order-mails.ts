// Mails about standing orders, apart from those of the release before, which knows neither them nor how to find the page that they
// lead to. Unique, because that indexes what is due.
import type { Migration } from "@sanu/platform";

export const queueOrderMails: Migration = {
  kind: "expand",
  statements: [
    `create table order_mails (
      mail_id uuid primary key,
      account_id uuid not null,
      kind text not null,
      transaction_id uuid,
      created_at timestamptz not null,
      useful_until timestamptz not null,
      next_attempt_at timestamptz not null,
      attempts int not null default 0,
      constraint order_mails_due unique (next_attempt_at, mail_id)
    )`,
  ],
};
