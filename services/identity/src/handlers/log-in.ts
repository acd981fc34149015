import { LogIn } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { answers, refuse } from "@sanu/platform";
import type { Kysely } from "kysely";
import { canonicalEmail } from "../contacts/canonical-email.ts";
import type { IdentityTables } from "../database/schema.ts";
import { busy } from "../passwords/bounded-queue.ts";
import type { Passwords } from "../passwords/passwords.ts";
import { findLogin } from "../projections/accounts/query.ts";
import { issueToken } from "../tokens/issue-token.ts";
import type { SigningKey } from "../tokens/signing-key.ts";

export interface LogInDeps {
  readonly tables: Kysely<IdentityTables>;
  readonly passwords: Passwords;
  readonly signingKey: () => SigningKey;
  readonly clock: Clock;
}

/**
 * Checks the password and issues a token. An unknown address does the same work and gets the same answer as a
 * wrong password; what state an account is in is told only to who knows its password.
 */
export const logIn = (deps: LogInDeps) =>
  answers(LogIn, async (data) => {
    const found = await findLogin(deps.tables, canonicalEmail(data.email));
    const isRight = await deps.passwords.matches(found?.passwordHash, data.password);
    if (isRight === busy) return refuse("too-many-requests");
    if (!isRight || found === undefined) return refuse("invalid-credentials");
    if (found.status === "pending") return refuse("account-not-verified");
    const { user, accountId } = found;
    const at = deps.clock.now();
    const issued = issueToken(deps.signingKey(), { accountId, roles: user.roles, at });
    return { ...issued, user };
  });
