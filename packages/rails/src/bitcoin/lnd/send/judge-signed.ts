import { type Sats, sats } from "@sanu/kernel";
import { feeShare } from "../../fee-share.ts";
import { readPayment } from "../../transaction.ts";
import type { FundedTransaction } from "./translate-transaction.ts";

export interface Payee {
  readonly address: string;
  readonly amountSats: Sats;
  readonly feeLimitSats: Sats;
}

export interface WantedTransaction extends Payee {
  /** What has to be spent again. */
  readonly mustSpend: readonly string[];
}

interface Signed {
  readonly kind: "signed";
  readonly txid: string;
  readonly feeSats: Sats;
  readonly spends: readonly string[];
}

export type SignedTransaction = Signed | { readonly kind: "too-dear" | "wrong" };

type Funded = Pick<FundedTransaction, "coins" | "changeAt">;

export function judgeSigned(
  rawTransaction: string,
  funded: Funded,
  { mustSpend, ...payee }: WantedTransaction,
): SignedTransaction {
  const signed = judgeBatch(rawTransaction, funded, { payees: [payee], mustSpend });
  if (signed.kind !== "signed") return { kind: signed.kind };
  const { kind, txid, feeSats, spends } = signed;
  return { kind, txid, feeSats, spends };
}

/** Of one receiver: where he is paid, and what he bears of the fee. */
export interface Paid {
  readonly output: number;
  readonly feeSats: Sats;
}

export type SignedBatch =
  /** In the order of those who are paid. */
  | (Signed & { readonly paid: readonly Paid[] })
  /** `at`: which of them would bear more than they may. */
  | { readonly kind: "too-dear"; readonly at: readonly number[] }
  | { readonly kind: "wrong" };

const wrong = { kind: "wrong" } as const;

/**
 * Believes nothing of what the node says but what its coins are worth: the transaction itself has to pay every receiver
 * exactly, spend only the coins that were put aside for it, and give everything but the fee back to us.
 */
export function judgeBatch(
  rawTransaction: string,
  { coins, changeAt }: Funded,
  {
    payees,
    mustSpend,
  }: { readonly payees: readonly Payee[]; readonly mustSpend: readonly string[] },
): SignedBatch {
  const payments = payees.map((payee) => readPayment(rawTransaction, payee));
  const [first] = payments;
  if (first === undefined || first === null || payments.includes(null)) return wrong;
  const { txid, spends, outputs } = first;
  const places = payments.map((payment) => payment?.paidAt ?? -1);
  const values = new Map(coins.map(({ outpoint, valueSats }) => [outpoint, valueSats]));
  const spent = spends.map((outpoint) => values.get(outpoint));
  const known = new Set(changeAt < 0 ? places : [...places, changeAt]);
  const isOurs = known.size === outputs.length && outputs.every((_, at) => known.has(at));
  const isOnce = new Set(places).size === places.length && !places.includes(changeAt);
  const isBound = mustSpend.every((outpoint) => spends.includes(outpoint));
  if (!isOurs || !isOnce || !isBound || new Set(spends).size !== spends.length) return wrong;
  if (!spent.every((value) => value !== undefined)) return wrong;
  const fee = sumOf(spent) - sumOf(outputs);
  if (fee < 0n) return wrong;
  const inOrder = places.toSorted((one, other) => one - other);
  const paid = places.map((output) => ({
    output,
    feeSats: feeShare(fee, { at: inOrder.indexOf(output), of: places.length }),
  }));
  const at = payees.flatMap(({ feeLimitSats }, place) =>
    (paid[place]?.feeSats ?? fee) > feeLimitSats ? [place] : [],
  );
  return at.length > 0
    ? { kind: "too-dear", at }
    : { kind: "signed", txid, feeSats: sats(fee), spends, paid };
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
