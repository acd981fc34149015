import { LogIn } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest, refuse, type SecurityTrail } from "@sanu/platform";
import type { Kysely } from "kysely";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import { replaceHash } from "../../credentials/passwords/change-password.ts";
import { busy, type Client } from "../../credentials/passwords/hash-queue.ts";
import type { Passwords } from "../../credentials/passwords/passwords.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";
import type { IdentityTables } from "../../database/schema.ts";
import { findLogins, type LoginRow } from "../../projections/accounts/query.ts";
import { issueToken } from "../../sessions/issue-token.ts";
import { openSession } from "../../sessions/open-session.ts";
import type { SigningKey } from "../../sessions/signing-key.ts";

export interface LogInDeps {
  readonly database: Database;
  readonly tables: Kysely<IdentityTables>;
  readonly passwords: Passwords;
  readonly throttle: Pick<Throttle, "sourceOf">;
  readonly trail: SecurityTrail;
  readonly signingKey: () => SigningKey;
  readonly clock: Clock;
}

/** Only for who has named the right password. */
const refusalOfStatus = {
  deactivated: "account-deactivated",
  suspended: "account-suspended",
} as const;

/**
 * Checks the password, opens a session and issues its first token. An unknown address does the same work and
 * gets the same answer as a wrong password; what state an account is in is told only to who knows its password. A registration
 * whose address nobody proved is told from nothing only where it came from, and there costs the same work whether or not
 * the address has an account: else a registration and a login would tell who has one.
 */
export const logIn = (deps: LogInDeps) =>
  handleRequest(LogIn, async (data, { remainingMs }) => {
    const client = { remainingMs, isKnown: data.source?.isKnown === true };
    const source = deps.throttle.sourceOf(data.source);
    const compared = await deps.passwords.inTurn(client, async (compare) => {
      const email = canonicalEmail(data.email);
      const { verified, pending } = await findLogins(deps.tables, email, source);
      const isPending =
        pending !== undefined && (await compare(pending.passwordHash, data.password));
      const isRight = await compare(verified?.passwordHash, data.password);
      return { found: verified, isRight, isPending };
    });
    if (compared === busy) return refuse("service-unavailable");
    const { found, isRight, isPending } = compared;
    const { network } = source;
    if (!isRight || found === undefined) {
      deps.trail({ event: "login-failed", accountId: found?.accountId, network });
      return refuse(isPending ? "account-not-verified" : "invalid-credentials");
    }
    if (found.status === "pending") return refuse("account-not-verified");
    if (found.status !== "active") return refuse(refusalOfStatus[found.status]);
    const { user, accountId, passwordSince } = found;
    await renewHash(deps, found, { password: data.password, client });
    const at = deps.clock.now();
    const opened = await openSession(deps.database, { accountId, passwordSince, at });
    // The account or its password changed while we compared.
    if (opened === undefined) return refuse("invalid-credentials");
    deps.trail({ event: "login-succeeded", accountId, network });
    return { ...issueToken(deps.signingKey(), { ...opened, country: user.country }, at), user };
  });

/** The only moment at which the password is known: a hash of older parameters is replaced, unless we are busy. */
async function renewHash(
  { database, passwords }: LogInDeps,
  { accountId, passwordHash }: LoginRow,
  { password, client }: { readonly password: string; readonly client: Client },
): Promise<void> {
  if (!passwords.isOutdated(passwordHash)) return;
  const renewed = await passwords.hash(password, client);
  if (renewed !== busy) await database.query(replaceHash(accountId, passwordHash, renewed));
}
