import { LogIn } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest, refuse } from "@sanu/platform";
import type { Kysely } from "kysely";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { busy } from "../../credentials/passwords/bounded-queue.ts";
import { replaceHash } from "../../credentials/passwords/change-password.ts";
import type { Passwords } from "../../credentials/passwords/passwords.ts";
import type { IdentityTables } from "../../database/schema.ts";
import { findLogin, type LoginRow } from "../../projections/accounts/query.ts";
import { issueToken } from "../../sessions/issue-token.ts";
import { openSession } from "../../sessions/open-session.ts";
import type { SigningKey } from "../../sessions/signing-key.ts";

export interface LogInDeps {
  readonly database: Database;
  readonly tables: Kysely<IdentityTables>;
  readonly passwords: Passwords;
  readonly signingKey: () => SigningKey;
  readonly clock: Clock;
}

/** Only for who has named the right password. */
const refusalOfStatus = {
  pending: "account-not-verified",
  deactivated: "account-deactivated",
  suspended: "account-suspended",
} as const;

/**
 * Checks the password, opens a session and issues its first token. An unknown address does the same work and
 * gets the same answer as a wrong password; what state an account is in is told only to who knows its password.
 */
export const logIn = (deps: LogInDeps) =>
  handleRequest(LogIn, async (data) => {
    const found = await findLogin(deps.tables, canonicalEmail(data.email));
    const isRight = await deps.passwords.matches(found?.passwordHash, data.password);
    if (isRight === busy) return refuse("service-unavailable");
    if (!isRight || found === undefined) return refuse("invalid-credentials");
    if (found.status !== "active") return refuse(refusalOfStatus[found.status]);
    const { user, accountId, passwordSince } = found;
    await renewHash(deps, found, data.password);
    const at = deps.clock.now();
    const opened = await openSession(deps.database, { accountId, passwordSince, at });
    // The account or its password changed while we compared.
    if (opened === undefined) return refuse("invalid-credentials");
    return { ...issueToken(deps.signingKey(), opened, at), user };
  });

/** The only moment at which the password is known: a hash of older parameters is replaced, unless we are busy. */
async function renewHash(
  { database, passwords }: LogInDeps,
  { accountId, passwordHash }: LoginRow,
  password: string,
): Promise<void> {
  if (!passwords.isOutdated(passwordHash)) return;
  const renewed = await passwords.hash(password);
  if (renewed !== busy) await database.query(replaceHash(accountId, passwordHash, renewed));
}
