import type { AccountId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { canonicalEmail } from "../../contacts/canonical-email.ts";
import type { Passwords } from "../../credentials/passwords/passwords.ts";

const adminText = `
select account_id as "accountId", password_hash as "passwordHash"
from accounts join account_contacts using (account_id) join credentials using (account_id)
where email = $1 and verified_at is not null and status = 'active' and 'admin' = any(roles)`;

/** Who an admin at the shell is, by her own password; `undefined` where she is none, or it is another one. */
export async function authenticateAdmin(
  { database, passwords }: { readonly database: Database; readonly passwords: Passwords },
  given: { readonly email: string; readonly password: string },
): Promise<AccountId | undefined> {
  const [found] = await database.query<{ accountId: AccountId; passwordHash: string }>(
    CompiledQuery.raw(adminText, [canonicalEmail(given.email)]),
  );
  const isRight = await passwords.matches(found?.passwordHash, given.password);
  return isRight === true ? found?.accountId : undefined;
}
