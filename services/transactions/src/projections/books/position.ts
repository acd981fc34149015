import type { Money } from "@sanu/contracts";
import { orderedIn, orderedOut } from "../../transaction/money.ts";
import { type Order, payoutOf, type Refund, type Transaction } from "../../transaction/state.ts";
import { type BookAccount, bookAccounts } from "./accounts.ts";
import type { Balances, BookCurrency } from "./table.ts";

/** What one transaction is in the books, in each currency. */
export type Position = Readonly<Record<BookCurrency, Balances>>;

interface Line {
  readonly currency: BookCurrency;
  readonly account: BookAccount;
  readonly amount: bigint;
}

const satsPerBtc = 100_000_000n;

/** Where a transaction's money is, in a state; each currency adds up to zero. Fees go with events, not with states. */
export function positionOf(state: Transaction): Position {
  if (state.status === "none") return sumOf([]);
  const { order, refunds } = state;
  const others = refunds.filter(({ reason }) => reason !== "payout-failed").flatMap(suspended);
  if (state.status === "completed") return sumOf([...exchanged(order), ...others]);
  const isBack = refunds.some((one) => one.reason === "payout-failed" && one.state === "settled");
  const isDue = payoutOf(state) !== null && !isBack;
  return sumOf([...(isDue ? payable(orderedIn(order), "user_payable") : []), ...others]);
}

/** Money that came otherwise than ordered is held until it is back. */
function suspended({ money, state }: Refund): readonly Line[] {
  return state === "settled" ? [] : payable(money, "suspense");
}

/** Money that we hold for somebody. */
function payable(money: Money, creditor: BookAccount): readonly Line[] {
  const { currency, account, amount } = lineOf(money);
  return [
    { currency, account, amount },
    { currency, account: creditor, amount: 0n - amount },
  ];
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

/** Money as it lies with us: francs at the gateways, satoshis in the node. */
export function lineOf(money: Money): Line {
  return money.currency === "XOF"
    ? { currency: "XOF", account: "gateway_float", amount: money.amountXof }
    : { currency: "SATS", account: "node_float", amount: money.amountSats };
}

/** Adds lines up, account by account. */
export function sumOf(lines: readonly Line[]): Position {
  const of = (currency: BookCurrency): Balances => {
    const sums = { ...nothing };
    for (const line of lines) {
      if (line.currency === currency) sums[line.account] += line.amount;
    }
    return sums;
  };
  return { XOF: of("XOF"), SATS: of("SATS") };
}

const nothing: Balances = {
  gateway_float: 0n,
  node_float: 0n,
  user_payable: 0n,
  suspense: 0n,
  exchange: 0n,
  fees: 0n,
  rounding: 0n,
};

/** What changed from one position to another, and what was paid for it. */
export function changeOf(
  before: Position,
  after: Position,
  feePaid: Money | null,
): Readonly<Record<BookCurrency, Balances>> {
  const fee = feePaid === null ? undefined : lineOf(feePaid);
  const costs = fee && [
    { ...fee, amount: 0n - fee.amount },
    { ...fee, account: "fees" as const },
  ];
  const paid = sumOf(costs ?? []);
  const of = (currency: BookCurrency): Balances => {
    const sums = { ...nothing };
    for (const account of bookAccounts) {
      sums[account] =
        after[currency][account] - before[currency][account] + paid[currency][account];
    }
    return sums;
  };
  return { XOF: of("XOF"), SATS: of("SATS") };
}
