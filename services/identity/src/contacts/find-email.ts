import type { AccountId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** The address of an account or registration, canonical. */
export async function findEmail(
  database: Pick<Database, "query">,
  accountId: AccountId,
): Promise<string | undefined> {
  const text = "select email from account_contacts where account_id = $1";
  const [row] = await database.query<{ email: string }>(CompiledQuery.raw(text, [accountId]));
  return row?.email;
}
