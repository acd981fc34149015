import { amountOf, type Money } from "@sanu/contracts";
import { expectedOf, missingOf, orderedIn, orderedOut } from "../../transaction/money.ts";
import {
  type ExistingTransaction,
  type Order,
  type Refund,
  type Transaction,
} from "../../transaction/state.ts";
import type { BookAccount } from "./accounts.ts";
import { held, isOfPayout, type Line, reversalLines } from "./reversal-lines.ts";
import type { Balances, BookCurrency } from "./table.ts";

const satsPerBtc = 100_000_000n;

/** Where a transaction's money is, in a state; each currency adds up to zero. Fees go with events, not with states. */
export function linesOf(state: Transaction): readonly Line[] {
  if (state.status === "none") return [];
  const { order, refunds } = state;
  return [
    ...ordered(state, order),
    ...refunds.flatMap((one) => refundLines(one)),
    ...reversalLines(state),
  ];
}

/** What was ordered: exchanged, payable until it is out or back, or not there. */
function ordered(state: ExistingTransaction, order: Order): readonly Line[] {
  if (state.status === "completed") return exchanged(order);
  const refund = state.refunds.find(isOfPayout);
  const isDue = state.orderedReceiptId !== null && refund?.state !== "settled";
  return isDue ? payable(refund?.money ?? orderedIn(order), "user_payable") : [];
}

/** Money that came otherwise than ordered is held until it is back; what did not arrive of it is owed on. */
function refundLines(refund: Refund): readonly Line[] {
  const { money, state, arrived } = refund;
  const creditor = isOfPayout(refund) ? "user_payable" : "suspense";
  if (state !== "settled") return isOfPayout(refund) ? [] : payable(money, creditor);
  const isWhole = arrived === undefined || refund.isMadeWhole === true;
  const missing = isWhole ? 0n : missingOf(expectedOf(refund), arrived);
  // More than was owed is gone.
  return missing === 0n ? [] : held(money.currency, missing, missing > 0n ? creditor : "losses");
}

function payable(money: Money, creditor: BookAccount): readonly Line[] {
  return held(money.currency, amountOf(money), creditor);
}

/** Money as it lies with us: francs at the gateways, satoshis in the node. */
function lineOf(money: Money): Line {
  return money.currency === "XOF"
    ? { currency: "XOF", account: "gateway_float", amount: money.amountXof }
    : { currency: "SATS", account: "node_float", amount: money.amountSats };
}

/**
 * Francs for satoshis at the order's rate. `exchange` holds what was given and taken at that rate; less than a
 * franc is left over because satoshis are whole, always for the exchange.
 */
function exchanged(order: Order): readonly Line[] {
  const { amountXof, amountSats, rateXofPerBtc } = order;
  const [taken, given] = [lineOf(orderedIn(order)), lineOf(orderedOut(order))];
  const worthXof = (amountSats * rateXofPerBtc) / satsPerBtc;
  const isBuy = taken.currency === "XOF";
  const [sold, rounding] = isBuy
    ? [0n - worthXof, worthXof - amountXof]
    : [worthXof, amountXof - worthXof];
  return [
    taken,
    { ...given, amount: 0n - given.amount },
    { currency: "XOF", account: "exchange", amount: sold },
    { currency: "XOF", account: "rounding", amount: rounding },
    { currency: "SATS", account: "exchange", amount: isBuy ? amountSats : 0n - amountSats },
  ];
}

const nothing: Balances = {
  gateway_float: 0n,
  node_float: 0n,
  user_payable: 0n,
  suspense: 0n,
  exchange: 0n,
  fees: 0n,
  rounding: 0n,
  receivable: 0n,
  losses: 0n,
};

/**
 * What changed from where money was to where it is, and what that cost us; below zero where somebody else paid more for it.
 * `undefined` where none was and none is.
 */
export function changeOf(
  before: readonly Line[],
  after: readonly Line[],
  cost: { readonly currency: BookCurrency; readonly amount: bigint } | null,
): Readonly<Record<BookCurrency, Balances>> | undefined {
  if (before.length === 0 && after.length === 0 && cost === null) return undefined;
  const sums = { XOF: { ...nothing }, SATS: { ...nothing } };
  for (const { currency, account, amount } of before) sums[currency][account] -= amount;
  for (const { currency, account, amount } of after) sums[currency][account] += amount;
  const paid = cost === null ? [] : held(cost.currency, 0n - cost.amount, "fees");
  for (const { currency, account, amount } of paid) sums[currency][account] += amount;
  return sums;
}
