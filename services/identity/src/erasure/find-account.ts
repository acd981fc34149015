import type { AccountId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { canonicalEmail } from "../contacts/canonical-email.ts";

/** The verified account of an address, else its newest registration; `undefined` where there is none. */
export async function findAccountOf(
  database: Database,
  email: string,
): Promise<{ readonly accountId: AccountId; readonly isProved: boolean } | undefined> {
  const [found] = await database.query<{ accountId: AccountId; isProved: boolean }>(
    CompiledQuery.raw(
      `select account_id as "accountId", verified_at is not null as "isProved" from account_contacts where email = $1
       order by verified_at is null, created_at desc, account_id desc limit 1`,
      [canonicalEmail(email)],
    ),
  );
  return found;
}
