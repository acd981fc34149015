import type { AccountRole } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import type { Session } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { canonicalEmail } from "../../contacts/canonical-email.ts";

const accountText = `
select account_id as "accountId", roles from accounts join account_contacts using (account_id)
where email = $1 and verified_at is not null`;

/** The account that an address has proved. */
export async function findVerified(
  database: Pick<Session, "query">,
  email: string,
): Promise<{ readonly accountId: AccountId; readonly roles: readonly AccountRole[] } | undefined> {
  const [found] = await database.query<{ accountId: AccountId; roles: AccountRole[] }>(
    CompiledQuery.raw(accountText, [canonicalEmail(email)]),
  );
  return found;
}
