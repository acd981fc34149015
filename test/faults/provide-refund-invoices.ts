import { CompiledQuery } from "kysely";
import type { Load } from "./load.ts";
import { isSale } from "./outcomes.ts";
import { saleSatsBack } from "./sale-amounts.ts";
import type { FaultSystem } from "./system.ts";

/** Sales whose seller was asked where her sats shall go back to, and has not said it. */
const inReviewText = `
select review.stream_id::text as id from events as review
where review.event_type = 'TransactionReviewRequested'
  and review.data->>'reason' = 'return-address-needed'
  and not exists (select 1 from events as refund where refund.stream_id = review.stream_id
    and refund.version > review.version and refund.event_type = 'TransactionRefundRequested')`;

/** Sellers who are asked for an invoice give one, each of exactly what is left. */
export async function provideRefundInvoices(
  { databases, sandbox }: Pick<FaultSystem, "databases" | "sandbox">,
  { deals, send }: Load,
): Promise<void> {
  const rows = await databases.transactions.query<{ id: string }>(CompiledQuery.raw(inReviewText));
  const waiting = new Set(rows.map(({ id }) => id));
  for (const { id, person, amountXof, order } of deals) {
    if (id === undefined || !waiting.has(id) || !isSale(order)) continue;
    const { node } = sandbox;
    const { invoice } = node.issueInvoice("seller@wallet.example", saleSatsBack(amountXof));
    const path = `/api/v1/transactions/${id}/return-invoice`;
    await send("POST", path, { token: person.token, body: { invoice } });
  }
}
