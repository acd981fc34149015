import type { Language } from "@sanu/contracts";
import { type AccountId, type Instant, plusMs } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { MailKind } from "../database/mail-kind.ts";
import { mailLimits } from "./mail-limits.ts";

/** A mail to be sent to an account. The address is read when it is sent, so that it stands in one place. */
export interface QueuedMail {
  readonly mailId: string;
  readonly accountId: AccountId;
  readonly kind: MailKind;
  /** The one-time password, where the mail carries one. */
  readonly code: string | null;
  readonly createdAt: Instant;
  /** Past this moment the mail would only confuse: its code has expired, or it is old news. */
  readonly usefulUntil: Instant;
}

/** A mail that this process holds for `claimMs`, with the address it goes to. */
export interface ClaimedMail {
  readonly mailId: string;
  readonly accountId: AccountId;
  readonly kind: MailKind;
  /** The one-time password, where the mail carries one. */
  readonly code: string | null;
  readonly attempts: number;
  readonly email: string;
  readonly language: Language;
  /** Its link opens what it says: somebody's browser asked for it, which can follow it. */
  readonly hasLink: boolean;
}

/**
 * Puts a mail in the queue, due at once, in the transaction that makes it needed. Not sent any more after
 * `usefulUntil`.
 */
export function queueMail(mail: QueuedMail): Statement {
  const { mailId, accountId, kind, code, createdAt, usefulUntil } = mail;
  return CompiledQuery.raw(
    `insert into mails_to_send
       (mail_id, account_id, kind, code, created_at, useful_until, next_attempt_at)
     values ($1, $2, $3, $4, $5, $6, $5)`,
    [mailId, accountId, kind, code, createdAt, usefulUntil],
  );
}

const claimText = `
with due as (
  select mail_id from mails_to_send
  where sent_at is null and abandoned_at is null and next_attempt_at <= $1
    and useful_until > $1 and (claimed_until is null or claimed_until <= $1)
  order by next_attempt_at limit $3 for update skip locked)
update mails_to_send as mail set claimed_until = $2, attempts = mail.attempts + 1
from account_contacts as contact
where contact.account_id = mail.account_id and mail.mail_id in (select mail_id from due)
returning mail.mail_id as "mailId", mail.account_id as "accountId", mail.kind, mail.code,
  mail.attempts, contact.email, contact.language,
  exists (select 1 from otps where otp_id = mail.mail_id and otps.from_device is not null) as "hasLink"`;

/**
 * Takes mails that are due, the longest due of them, in no order; no other process sends them until the claim ends. Mails
 * of persons without contacts, and those of no use any more, are left out.
 */
export function claimMails(database: Database, at: Instant): Promise<ClaimedMail[]> {
  return database.query<ClaimedMail>(
    CompiledQuery.raw(claimText, [at, plusMs(at, mailLimits.claimMs), mailLimits.batchMax]),
  );
}

/** The mail server has the mail; the code goes. */
export async function recordSent(database: Database, mailId: string, at: Instant): Promise<void> {
  await database.query(
    CompiledQuery.raw(
      "update mails_to_send set sent_at = $2, code = null, claimed_until = null where mail_id = $1",
      [mailId, at],
    ),
  );
}

/** Records that the mail server did not take the mail; it is tried again at a later moment. */
export async function recordFailed(
  database: Database,
  mailId: string,
  nextAttemptAt: Instant,
): Promise<void> {
  await database.query(
    CompiledQuery.raw(
      "update mails_to_send set next_attempt_at = $2, claimed_until = null where mail_id = $1",
      [mailId, nextAttemptAt],
    ),
  );
}

/** The mail server will never take the mail: it ends, without the code. */
export async function recordRefused(
  database: Database,
  mailId: string,
  at: Instant,
): Promise<void> {
  await database.query(
    CompiledQuery.raw(
      "update mails_to_send set abandoned_at = $2, code = null, claimed_until = null where mail_id = $1",
      [mailId, at],
    ),
  );
}

/** Mails whose codes expired unsent end, without the codes; returns how many there were. */
export async function abandonExpired(database: Database, at: Instant): Promise<number> {
  const ended = await database.query(
    CompiledQuery.raw(
      `update mails_to_send set abandoned_at = $1, code = null, claimed_until = null
       where sent_at is null and abandoned_at is null and useful_until <= $1 returning mail_id`,
      [at],
    ),
  );
  return ended.length;
}
