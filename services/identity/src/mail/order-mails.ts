import type { Language } from "@sanu/contracts";
import { type AccountId, type Instant, newId, plusMs, type TransactionId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { OrderMailKind } from "../database/mail-kind.ts";
import { mailLimits } from "./mail-limits.ts";

/** A mail about a standing order. The page that it leads to is asked for when it is sent, and stands nowhere here. */
export interface OrderMail {
  readonly mailId: string;
  readonly accountId: AccountId;
  readonly kind: OrderMailKind;
  /** Where it tells of one that waits for its money. */
  readonly transactionId: TransactionId | null;
  readonly email: string;
  readonly language: Language;
  readonly attempts: number;
}

/** Puts a mail in the queue, due at once; not sent any more after `usefulUntil`. */
export function queueOrderMail(
  mail: Pick<OrderMail, "accountId" | "kind" | "transactionId"> & {
    readonly at: Instant;
    readonly usefulUntil: Instant;
  },
): Statement {
  const { accountId, kind, transactionId, at, usefulUntil } = mail;
  return CompiledQuery.raw(
    `insert into order_mails
       (mail_id, account_id, kind, transaction_id, created_at, useful_until, next_attempt_at)
     values ($1, $2, $3, $4, $5, $6, $5)`,
    [newId(), accountId, kind, transactionId, at, usefulUntil],
  );
}

const claimText = `
with due as (
  select mail_id from order_mails as one
    join account_contacts as owner on owner.account_id = one.account_id and owner.verified_at is not null
  where next_attempt_at <= $1 and useful_until > $1
  order by next_attempt_at limit $3 for update of one skip locked)
update order_mails as mail set attempts = mail.attempts + 1, next_attempt_at = $2
from account_contacts as contact
where contact.account_id = mail.account_id and mail.mail_id in (select mail_id from due)
returning mail.mail_id as "mailId", mail.account_id as "accountId", mail.kind,
  mail.transaction_id as "transactionId", mail.attempts, contact.email, contact.language`;

/** Those that are due and of use; no other process sends them until the claim ends. Of who is erased by now none takes a place. */
export function claimOrderMails(database: Database, at: Instant): Promise<OrderMail[]> {
  const values = [at, plusMs(at, mailLimits.claimMs), mailLimits.batchMax];
  return database.query<OrderMail>(CompiledQuery.raw(claimText, values));
}

export async function deleteOrderMail(database: Database, mailId: string): Promise<void> {
  await database.query(CompiledQuery.raw("delete from order_mails where mail_id = $1", [mailId]));
}

export async function delayOrderMail(
  database: Database,
  mailId: string,
  nextAttemptAt: Instant,
): Promise<void> {
  const text = "update order_mails set next_attempt_at = $2 where mail_id = $1";
  await database.query(CompiledQuery.raw(text, [mailId, nextAttemptAt]));
}
