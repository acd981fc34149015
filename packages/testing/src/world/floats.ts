import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** What lies outside, by whoever says so: francs at the gateways and satoshis in the node. */
export interface Floats {
  readonly gatewayXof: bigint;
  readonly nodeSats: bigint;
}

/** What was refunded by hand went past the rails: the ledger has it, and no rail's journal does. */
const floatsText = `
select coalesce(sum(entry.gateway_float), 0)::text as gateway, coalesce(sum(entry.node_float), 0)::text as node
from (
  select transaction_id, version, gateway_float, node_float from book_entries
  union all select transaction_id, version, gateway_float, node_float from receivable_entries
) entry
join events on events.stream_id = entry.transaction_id and events.version = entry.version
where not (event_type = 'TransactionRefundSettled' and data->>'refundId' is null)`;

/** The floats that the ledger of transactions has, but for what the staff refunded by hand. */
export async function readFloats(transactions: Database): Promise<Floats> {
  const [row] = await transactions.query<{ gateway: string; node: string }>(
    CompiledQuery.raw(floatsText),
  );
  return { gatewayXof: BigInt(row?.gateway ?? "0"), nodeSats: BigInt(row?.node ?? "0") };
}
