import { type AccountId, type Instant, newId, plusMs } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import type { NoticeKind } from "../database/mail-kind.ts";
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
