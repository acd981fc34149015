// Who registers another spelling of somebody's mailbox is a stranger like one who registers the spelling itself: no code is made,
// and the owner is told. An account that was verified before mailboxes were one keeps its codes.
import type { Migration } from "@sanu/platform";
import { issuingCodes } from "./0006-bind-codes-to-sources/issue-code.ts";

const ownerOfMailbox = `select mailboxes.account_id into owner from mailboxes
      join account_contacts as asking on asking.account_id = of_account and asking.verified_at is null
      where mailbox = mailbox_of(of_email) and mailboxes.account_id <> of_account`;

export const notifyOwnersOfMailboxes: Migration = {
  kind: "expand",
  statements: [issuingCodes("create or replace", ownerOfMailbox)],
};
