import type { AccountId, StandingOrderId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Where the money of a standing order comes from and goes to; erased with the person. */
export interface StandingOrderPrivate {
  /** As the person wrote it; empty in a sale that names no place for a refund. */
  readonly receiver: string;
  /** E.164 */
  readonly number: string;
}

export function insertStandingOrderPrivate(
  of: StandingOrderPrivate & { readonly orderId: StandingOrderId; readonly accountId: AccountId },
): Statement {
  return CompiledQuery.raw(
    `insert into standing_order_private (order_id, account_id, receiver, number)
     values ($1, $2, $3, $4)`,
    [of.orderId, of.accountId, of.receiver, of.number],
  );
}

/** `undefined` once the person is erased. */
export async function findStandingOrderPrivate(
  database: Pick<Database, "query">,
  orderId: StandingOrderId,
): Promise<StandingOrderPrivate | undefined> {
  const text = "select receiver, number from standing_order_private where order_id = $1";
  const [row] = await database.query<StandingOrderPrivate>(CompiledQuery.raw(text, [orderId]));
  return row;
}
