import type { AccountId, Clock, Instant } from "@sanu/kernel";
import { msBetween } from "@sanu/kernel";
import { commitEffect, type Database, type ReactionResult, type Statement } from "@sanu/platform";
import type { SessionNotice } from "../database/mail-kind.ts";
import { mailLimits } from "../mail/mail-limits.ts";
import { queueLimitedNotice } from "../mail/queue-notice.ts";

export interface SessionNoticeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly afterMailQueued: () => void;
}

/** Mails an owner what her session did in another service; old news, such as a stream that is read anew has, is none. */
export async function noticeOfSession(
  { database, clock, afterMailQueued }: SessionNoticeDeps,
  done: { readonly accountId: AccountId; readonly kind: SessionNotice; readonly at: Instant },
  handled: Statement,
): Promise<ReactionResult> {
  const now = clock.now();
  const isNews = msBetween(done.at, now) <= mailLimits.noticeLifeMs;
  const notice = isNews ? [queueLimitedNotice(done.accountId, done.kind, now)] : [];
  const result = await commitEffect(database, [handled, ...notice]);
  afterMailQueued();
  return result;
}
