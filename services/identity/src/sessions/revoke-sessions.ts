import { type AccountId, type Instant, plusMs } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { sessionLimits } from "./session-limits.ts";

export type SessionEnd =
  | "logged-out"
  | "deactivated"
  | "suspended"
  | "roles-changed"
  | "password-reset"
  | "second-factors-reset"
  | "erased";

/** After this moment no token that is valid now can still be. */
const lastTokenEnd = (at: Instant) =>
  plusMs(at, sessionLimits.tokenLifeSeconds * 1_000 + sessionLimits.revocationMarginMs);

/**
 * Ends every session of an account, and names the account itself: what gateways keep open by a key of it ends too, and they ask
 * again about the key, which is not revoked. It belongs into the transaction that makes it necessary, behind the write
 * that a login checks (the row in `accounts`, or the credentials): a login at the same moment then either is
 * seen here, or sees that write. Gateways hear of it after the commit: wake the revocation news.
 */
export function revokeSessions(
  accountId: AccountId,
  reason: SessionEnd,
  { at }: { readonly at: Instant },
): Statement {
  return CompiledQuery.raw(
    `select end_sessions(array(select session_id from sessions
       where account_id = $1 and ended_at is null), $2, $3, $4),
       append_revocations(array[$1::uuid], $3, $4)`,
    [accountId, reason, at, lastTokenEnd(at)],
  );
}

/** One that nobody knows, because the database was put back to before it began, has tokens all the same. */
export function revokeUnknownSession(sessionId: string, at: Instant): Statement {
  return CompiledQuery.raw(
    `select append_revocations(array[$1::uuid], $2, $3)
     where not exists (select from sessions where session_id = $1)
       and not exists (select from revocations where revoked_id = $1)`,
    [sessionId, at, lastTokenEnd(at)],
  );
}

export function revokeSession(sessionId: string, reason: SessionEnd, at: Instant): Statement {
  return CompiledQuery.raw("select end_sessions(array[$1::uuid], $2, $3, $4)", [
    sessionId,
    reason,
    at,
    lastTokenEnd(at),
  ]);
}
