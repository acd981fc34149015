import { type AccountId, type Instant, newId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { type SessionToken, tokenEndOf } from "./session-token.ts";

export interface PresentedToken {
  readonly accountId: AccountId;
  readonly sessionId: string;
  readonly tokenId: string;
}

const presented = `
tokens as old join sessions as session using (session_id)
where old.token_id = $1 and session.session_id = $2 and session.account_id = $3
  and session.ended_at is null and session.ends_at > $4 and old.expires_at > $4
  and not exists (select 1 from revocations
    where revoked_id = old.token_id and valid_from <= $4 and valid_until > $4)`;

/** The session is locked, so that it cannot end between the look and the new token. */
const replaceText = `
insert into tokens (token_id, session_id, replaces, issued_at, expires_at)
select $5, session.session_id, old.token_id, $4,
  least($6::timestamptz, date_trunc('second', session.ends_at)) from ${presented}
for share of session
on conflict on constraint tokens_replaced_once do nothing`;

const successorText = `
select next.token_id as "tokenId", next.replaces, next.issued_at as "issuedAt",
  next.expires_at as "expiresAt", found.session_id as "sessionId",
  found.account_id as "accountId", found.roles
from tokens as next join (select session.*, old.token_id from ${presented}) as found
  on next.replaces = found.token_id`;

/**
 * The token that takes the place of another: a new one, or the one that took it before. `undefined` when the
 * session has ended, or the presented token was replaced long ago.
 */
export async function refreshSession(
  database: Database,
  { accountId, sessionId, tokenId }: PresentedToken,
  at: Instant,
): Promise<SessionToken | undefined> {
  const whose = [tokenId, sessionId, accountId, at];
  await database.query(CompiledQuery.raw(replaceText, [...whose, newId(), tokenEndOf(at)]));
  const [successor] = await database.query<SessionToken>(CompiledQuery.raw(successorText, whose));
  return successor;
}
