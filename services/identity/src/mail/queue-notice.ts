import { type AccountId, type Instant, newId, plusMs } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { LimitedNotice, NoticeKind } from "../database/mail-kind.ts";
import { mailLimits } from "./mail-limits.ts";
import { queueMail } from "./mail-queue.ts";

/** Queues a mail that tells what happened to an account, in the transaction in which it happens. */
export function queueNotice(accountId: AccountId, kind: NoticeKind, at: Instant): Statement {
  return queueMail({
    mailId: newId(),
    accountId,
    kind,
    code: null,
    createdAt: at,
    usefulUntil: plusMs(at, mailLimits.noticeLifeMs),
  });
}

const dayMs = 86_400_000;

const limitedNoticeText = `
insert into mails_to_send (mail_id, account_id, kind, created_at, useful_until, next_attempt_at)
select $1, account_id, $3, $4, $5, $4 from account_contacts
where account_id = $2 and verified_at is not null and $7 > (
  select count(*) from mails_to_send as before
  where before.account_id = $2 and before.kind = $3 and before.created_at > $6)`;

/** The same of what may come often; nothing where she is erased by now, or was told of it often enough today. */
export function queueLimitedNotice(
  accountId: AccountId,
  kind: LimitedNotice,
  at: Instant,
): Statement {
  const { noticeLifeMs, limitedNoticesPerDay } = mailLimits;
  const [usefulUntil, since] = [plusMs(at, noticeLifeMs), plusMs(at, -dayMs)];
  const values = [newId(), accountId, kind, at, usefulUntil, since, limitedNoticesPerDay];
  return CompiledQuery.raw(limitedNoticeText, values);
}
