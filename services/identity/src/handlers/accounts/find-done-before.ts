import type { UserView } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import { type Database, findKey } from "@sanu/platform";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../../database/schema.ts";
import { findUser } from "../../projections/accounts/query.ts";

/**
 * The account that this very command made or changed before: the gateway asks once more, under the same
 * command id, when an answer got lost. `undefined` when the command is new.
 */
export async function findDoneBefore(
  deps: { readonly database: Database; readonly tables: Kysely<IdentityTables> },
  scope: string,
  commandId: string,
): Promise<UserView | undefined> {
  const row = await findKey(deps.database, { scope, key: commandId });
  // The record of these keys is always an account.
  return row && (await findUser(deps.tables, row.recordId as AccountId));
}
