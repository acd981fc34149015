import type { AccountRole } from "@sanu/contracts";
import { type AccountId, type Instant, newId, plusMs } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { sessionLimits } from "./session-limits.ts";
import { type SessionToken, tokenEndOf } from "./session-token.ts";

/**
 * Opens a session with its first token for an account whose password was just compared. `undefined` when the
 * account is not active any more or its password is another one now.
 */
export async function openSession(
  database: Database,
  login: {
    readonly accountId: AccountId;
    /** Since when the account has the password that was compared. */
    readonly passwordSince: Instant;
    readonly at: Instant;
  },
): Promise<SessionToken | undefined> {
  const { accountId, passwordSince, at } = login;
  const [sessionId, tokenId, expiresAt] = [newId(), newId(), tokenEndOf(at)];
  const [opened] = await database.query<{ roles: readonly AccountRole[] }>(
    CompiledQuery.raw(
      `select session_roles as roles from open_session($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        sessionId,
        tokenId,
        accountId,
        passwordSince,
        at,
        plusMs(at, sessionLimits.sessionLifeMs),
        expiresAt,
        sessionLimits.sessionsMax,
      ],
    ),
  );
  return (
    opened && {
      accountId,
      sessionId,
      tokenId,
      replaces: null,
      roles: opened.roles,
      issuedAt: at,
      expiresAt,
    }
  );
}
