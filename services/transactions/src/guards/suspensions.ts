import type { FactAttributes } from "@sanu/contracts";
import type { AccountId, TransactionId } from "@sanu/kernel";
import { type Database, factPlace, type Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** What a suspended account's order, and a payout for it, break. */
export const suspensionConstraints = {
  orders: "suspended_accounts_no_orders",
  payouts: "suspended_accounts_no_payouts",
} as const;

/** Suspended or not, unless a later fact has said otherwise. Waits for payouts that are being committed. */
export function upsertSuspension(
  of: { readonly accountId: AccountId; readonly isSuspended: boolean },
  attributes: Pick<FactAttributes, "position">,
): Statement {
  const values = [of.accountId, of.isSuspended, factPlace(attributes)];
  return CompiledQuery.raw("select suspend_account($1, $2, $3)", values);
}

/** In the commit of a payment: refuses it where a payout would begin for a suspended account. */
export function refusePayoutIfSuspended(transactionId: TransactionId): Statement {
  return CompiledQuery.raw("select refuse_payout_if_suspended($1)", [transactionId]);
}

const openText = `
select transaction_id as "transactionId" from transaction_list
where account_id = $1 and status in ('PENDING', 'PROCESSING')
  and exists (select from suspended_accounts where account_id = $1 and is_suspended)`;

/** What of an account can still move; nothing where it is not suspended any more. */
export async function listMovable(
  database: Pick<Database, "query">,
  accountId: AccountId,
): Promise<readonly TransactionId[]> {
  const statement = CompiledQuery.raw(openText, [accountId]);
  const rows = await database.query<{ transactionId: TransactionId }>(statement);
  return rows.map(({ transactionId }) => transactionId);
}
