import { RefreshToken } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest, refuse } from "@sanu/platform";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../../database/schema.ts";
import { findUser } from "../../projections/accounts/query.ts";
import { issueToken } from "../../sessions/issue-token.ts";
import { refreshSession } from "../../sessions/refresh-session.ts";
import type { SigningKey } from "../../sessions/signing-key.ts";

export interface RefreshTokenDeps {
  readonly database: Database;
  readonly tables: Kysely<IdentityTables>;
  readonly signingKey: () => SigningKey;
  readonly clock: Clock;
}

/** The same token again gets the same new one: replies get lost. */
export const refreshToken = (deps: RefreshTokenDeps) =>
  handleRequest(RefreshToken, async (presented) => {
    const at = deps.clock.now();
    const token = await refreshSession(deps.database, presented, at);
    const user = token && (await findUser(deps.tables, token.accountId));
    if (token === undefined || user === undefined) return refuse("unauthenticated");
    return { ...issueToken(deps.signingKey(), { ...token, country: user.country }, at), user };
  });
