import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Money that our log says has arrived outside, as a purchase's sats, a sale's XOF, or refunded sats. */
export interface MoneyOut {
  readonly transactionId: string;
  readonly kind: "send" | "refund" | "disbursement";
  readonly currency: "XOF" | "SATS";
  readonly amount: bigint;
  readonly fee: bigint;
}

/** Before there were sales, a settled payout was a send and named its sats only. */
const settledText = `
select data->>'transactionId' as "transactionId", coalesce(data->>'kind', 'send') as kind,
  coalesce(data->'sent'->>'currency', 'SATS') as currency,
  coalesce(data->'sent'->>'amountXof', data->'sent'->>'amountSats', data->>'amountSats') as amount,
  coalesce(data->'fee'->>'amountXof', data->'fee'->>'amountSats', data->>'feeSats') as fee
from events where event_type = 'PayoutSettled'`;

/** Everything that went out, by the log of payouts, in no order; amounts and fees are whole units of `currency`. */
export async function readMoneyOut(payouts: Database): Promise<readonly MoneyOut[]> {
  type Row = Omit<MoneyOut, "amount" | "fee"> & { readonly amount: string; readonly fee: string };
  const rows = await payouts.query<Row>(CompiledQuery.raw(settledText));
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), fee: BigInt(row.fee) }));
}

/** XOF that were paid out and came back, by the log of payouts. */
export async function readMoneyBack(payouts: Database): Promise<bigint> {
  const text = `select coalesce(sum((data->'money'->>'amountXof')::numeric), 0)::text as total
    from events where event_type = 'PayoutReversed'`;
  const [row] = await payouts.query<{ total: string }>(CompiledQuery.raw(text));
  return BigInt(row?.total ?? "0");
}

/** What a transaction owed once its money was in. */
export interface Obligation {
  readonly transactionId: string;
  readonly transactionType: "BUY_BITCOIN" | "SELL_BITCOIN";
  readonly amountXof: string;
  readonly amountSats: string;
}

/**
 * Per transaction: what went out is what was owed, at most once, and only when its money was in; and what went
 * back did not go out too.
 */
export function findWrongMoneyOut(
  moneyOut: readonly MoneyOut[],
  obligations: readonly Obligation[],
): readonly string[] {
  const due = new Map(obligations.map((one) => [one.transactionId, one]));
  const byTransaction = Map.groupBy(moneyOut, ({ transactionId }) => transactionId);
  return [...byTransaction].flatMap(([transactionId, all]) => {
    const paid = all.filter(({ kind }) => kind !== "refund");
    const isRefunded = all.length > paid.length;
    return [
      ...paid.flatMap((one) => wrongAmount(one, due.get(transactionId))),
      ...(paid.length > 1 ? [`${transactionId} was paid out twice`] : []),
      ...(paid.length > 0 && isRefunded ? [`${transactionId} was paid out and refunded`] : []),
    ];
  });
}

function wrongAmount(out: MoneyOut, due: Obligation | undefined): readonly string[] {
  const { transactionId, currency, amount } = out;
  const isSale = due?.transactionType === "SELL_BITCOIN";
  const expected = isSale ? due.amountXof : due?.amountSats;
  const isRight = expected === String(amount) && (currency === "XOF") === isSale;
  return isRight ? [] : [`${transactionId} was paid another amount`];
}
