import type { AccountId, Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Another password from now on. A login that compared the old one opens no session any more. */
export function changePassword(accountId: AccountId, passwordHash: string, at: Instant): Statement {
  return CompiledQuery.raw(
    "update credentials set password_hash = $2, changed_at = $3 where account_id = $1",
    [accountId, passwordHash, at],
  );
}

/** The same password under newer parameters, unless it was changed meanwhile. */
export function replaceHash(accountId: AccountId, oldHash: string, newHash: string): Statement {
  return CompiledQuery.raw(
    "update credentials set password_hash = $3 where account_id = $1 and password_hash = $2",
    [accountId, oldHash, newHash],
  );
}
