import type { AdminActionView } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import { type Database, fittingRows } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const adminActionsMax = 200;

const listText = `
select reason_id as id, acted_by as by, what, reason, acted_at as at from admin_actions
where account_id = $1 order by acted_at desc, reason_id desc limit $2`;

/** The newest first, as many as one message carries. */
export async function listAdminActions(
  database: Database,
  accountId: AccountId,
): Promise<AdminActionView[]> {
  const found = await database.query<AdminActionView & { readonly at: Instant }>(
    CompiledQuery.raw(listText, [accountId, adminActionsMax]),
  );
  return fittingRows(found);
}
