import type { FactAttributes } from "@sanu/contracts";
import type { AccountId, Instant, StandingOrderId } from "@sanu/kernel";
import { type Database, factPlace, type Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** What a standing order of an account that its owner closed breaks. */
export const deactivationConstraint = "deactivated_accounts_no_standing_orders";

/** Closed by its owner or not, unless a later fact has said otherwise. Waits for orders that are being placed. */
export function upsertDeactivation(
  of: { readonly accountId: AccountId; readonly isDeactivated: boolean },
  attributes: Pick<FactAttributes, "position">,
): Statement {
  const values = [of.accountId, of.isDeactivated, factPlace(attributes)];
  return CompiledQuery.raw("select deactivate_account($1, $2, $3)", values);
}

const endingText = `
select waiting.order_id as "orderId"
from standing_order_triggers as waiting join standing_orders as shown using (order_id)
where waiting.account_id = $1 and (shown.created_at <= $2 or exists (
  select from deactivated_accounts where account_id = $1 and is_deactivated))`;

/** What ends with a closing of that moment; of who has opened the account again by now, what she placed before it alone. */
export async function listEndingAtDeactivation(
  database: Pick<Database, "query">,
  accountId: AccountId,
  deactivatedAt: Instant,
): Promise<readonly StandingOrderId[]> {
  const rows = await database.query<{ orderId: StandingOrderId }>(
    CompiledQuery.raw(endingText, [accountId, deactivatedAt]),
  );
  return rows.map(({ orderId }) => orderId);
}
