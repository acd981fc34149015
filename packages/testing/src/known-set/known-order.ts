import { type Instant, instantOfEpochMs } from "@sanu/kernel";
import { knownId } from "./known-id.ts";

/** An event of transactions as it stands in its log. */
export interface KnownEvent {
  readonly type: string;
  readonly v: 1;
  readonly transactionId: string;
  readonly [field: string]: unknown;
}

/** What one service said, and when. */
export interface Said<What> {
  readonly at: Instant;
  readonly what: What;
}

/** A fact by its name and what it carries, as a service beside transactions publishes it. */
export interface KnownFact {
  readonly name: string;
  readonly data: object;
}

/** Everything that the services said about one order. */
export interface KnownOrder {
  readonly transactions: readonly Said<KnownEvent>[];
  readonly payments: readonly Said<KnownFact>[];
  readonly payouts: readonly Said<KnownFact>[];
}

export interface OrderTerms {
  readonly number: number;
  readonly who: string;
  readonly at: string;
  readonly side: "buy" | "sell";
  readonly amountXof: string;
  /** The mobile-money channel, in of a purchase, out of a sale. */
  readonly channel: string;
  readonly receiverKind?: "lightning-address" | "onchain";
}

const buyRate = 61_200_000n;
const sellRate = 58_800_000n;
const midRate = 60_000_000n;
const satsPerBtc = 100_000_000n;

/** By the rate of the side, in favour of the exchange. */
function satsOf({ side, amountXof }: OrderTerms): string {
  const product = BigInt(amountXof) * satsPerBtc;
  return `${side === "buy" ? product / buyRate : (product + sellRate - 1n) / sellRate}`;
}

export const xofMoney = (amountXof: string) => ({ currency: "XOF", amountXof }) as const;
export const satsMoney = (amountSats: string) => ({ currency: "SATS", amountSats }) as const;
type KnownMoney = ReturnType<typeof xofMoney> | ReturnType<typeof satsMoney>;

/** One order, and a word for each thing that can happen to it, so many seconds behind its beginning. */
export function knownOrder(terms: OrderTerms) {
  const agreed = agreedOf(terms);
  const { transactionId, at } = agreed;
  const event = (type: string, second: number, what: object): Said<KnownEvent> => ({
    at: at(second),
    what: { type, v: 1, transactionId, ...what },
  });
  const fact = (name: string, second: number, data: object): Said<KnownFact> => ({
    at: at(second),
    what: { name, data: { transactionId, ...data } },
  });
  const words = { ...agreed, event, fact };
  return {
    ...words,
    ...eventWords(words),
    ...factWords(words),
    refund: refundWords(words),
    /** Another receipt than the one that was ordered. */
    otherReceipt: (letter: string) => `${agreed.receiptId}-${letter}`,
  };
}

/** What stays of an order, whatever happens to it. */
function agreedOf(terms: OrderTerms) {
  const { number, who, side, amountXof, channel, receiverKind = "lightning-address" } = terms;
  const isBuy = side === "buy";
  const startMs = Date.parse(terms.at);
  const amounts = { amountXof, amountSats: satsOf(terms) };
  const xof: KnownMoney = xofMoney(amountXof);
  const sats: KnownMoney = satsMoney(amounts.amountSats);
  return {
    number,
    at: (second: number): Instant => instantOfEpochMs(startMs + second * 1_000),
    transactionId: knownId(number, 1),
    accountId: knownId(who.codePointAt(0) ?? 0, 2),
    paymentId: knownId(number, 3),
    payoutId: knownId(number, 4),
    receiptId: `receipt-${number}`,
    feeLimit: { feeLimitSats: `${(BigInt(amounts.amountSats) * 2n) / 100n}` },
    rate: `${isBuy ? buyRate : sellRate}`,
    kind: { transactionType: isBuy ? "BUY_BITCOIN" : "SELL_BITCOIN", ...amounts },
    moneyIn: isBuy ? xof : sats,
    moneyOut: isBuy ? sats : xof,
    channelIn: isBuy ? channel : "LIGHTNING",
    to: {
      payoutChannel: isBuy ? null : channel,
      numberHmac: "n".repeat(43),
      receiverKind: isBuy ? receiverKind : null,
      receiverHmac: isBuy ? "r".repeat(43) : null,
    },
  };
}

type Agreed = ReturnType<typeof agreedOf>;
type Words = Agreed & Pick<RefundTerms, "event" | "fact">;

function eventWords({ event, number, at, rate, kind, to, feeLimit, ...ids }: Words) {
  const { accountId, paymentId, payoutId, receiptId, channelIn: channel } = ids;
  return {
    created: event("TransactionCreated", 0, {
      reference: `TXN_${number}`,
      accountId,
      ...kind,
      rateXofPerBtc: rate,
      midXofPerBtc: `${midRate}`,
      ...feeLimit,
      paymentId,
      paymentReference: `PAY_${number}`,
      channel,
      ...to,
      quoteId: null,
      limitMonth: at(0).slice(0, 7),
      expiresAt: at(900),
      createdAt: at(0),
    }),
    paid: (second: number) => {
      const payout = { payoutId, payoutReference: `PAYOUT_${number}`, receiptId };
      return event("TransactionPaid", second, {
        ...kind,
        ...feeLimit,
        paymentId,
        ...payout,
        ...to,
        paidAt: at(second),
      });
    },
    completed: (second: number, fee: KnownMoney) => {
      const completed = { completedDay: at(second).slice(0, 10), completedAt: at(second) };
      return event("TransactionCompleted", second, {
        accountId,
        ...kind,
        payoutId,
        fee,
        ...completed,
      });
    },
    failed: (second: number, reason: string) => {
      const { transactionType, amountXof } = kind;
      const order = { accountId, transactionType, amountXof };
      return event("TransactionFailed", second, { ...order, reason, failedAt: at(second) });
    },
    payoutFailedEvent: (second: number, reason: string) =>
      event("TransactionPayoutFailed", second, { payoutId, reason, failedAt: at(second) }),
  };
}

function factWords({ fact, at, paymentId, payoutId, channelIn: channel, moneyOut }: Words) {
  return {
    initiated: (second: number) =>
      fact("PaymentInitiated", second, { paymentId, channel, initiatedAt: at(second) }),
    settled: (second: number, fee: KnownMoney) =>
      fact("PayoutSettled", second, { payoutId, sent: moneyOut, fee, settledAt: at(second) }),
    paymentFailed: (second: number, reason: string) =>
      fact("PaymentFailed", second, { paymentId, reason, failedAt: at(second) }),
    payoutFailed: (second: number, reason: string) =>
      fact("PayoutFailed", second, { payoutId, reason, failedAt: at(second) }),
  };
}

interface RefundTerms {
  readonly number: number;
  readonly moneyIn: KnownMoney;
  readonly at: (second: number) => Instant;
  readonly event: (type: string, second: number, what: object) => Said<KnownEvent>;
  readonly fact: (name: string, second: number, data: object) => Said<KnownFact>;
}

/** What can be said of money that goes back; `try` tells one refund of a receipt from the next. */
function refundWords({ number, moneyIn, event, fact, at }: RefundTerms) {
  const refundId = (tried: number) => knownId(number, 50 + tried);
  return {
    requested: (
      second: number,
      of: { readonly tried: number; readonly receiptId: string; readonly reason: string },
      more: object = {},
    ) => {
      const { tried, ...what } = of;
      const destination = { kind: "payer" };
      const order = {
        paymentId: knownId(number, 3),
        money: moneyIn,
        destination,
        ...what,
        ...more,
      };
      const requestedAt = at(second);
      return event("TransactionRefundRequested", second, {
        refundId: refundId(tried),
        ...order,
        requestedAt,
      });
    },
    failedFact: (second: number, tried: number, reason: string) =>
      fact("RefundFailed", second, { refundId: refundId(tried), reason, failedAt: at(second) }),
    failed: (second: number, receiptId: string, tried: number, reason: string) =>
      event("TransactionRefundFailed", second, {
        receiptId,
        refundId: refundId(tried),
        reason,
        failedAt: at(second),
      }),
    settledFact: (second: number, tried: number, money: object, fee: object | null) =>
      fact("RefundSettled", second, {
        refundId: refundId(tried),
        money,
        fee,
        settledAt: at(second),
      }),
    settled: (
      second: number,
      of: { readonly receiptId: string; readonly tried: number; readonly fee: object | null },
      arrived: object = {},
    ) =>
      event("TransactionRefundSettled", second, {
        receiptId: of.receiptId,
        refundId: refundId(of.tried),
        fee: of.fee,
        ...arrived,
        settledAt: at(second),
      }),
    reversed: (second: number, receiptId: string, tried: number, money: object) =>
      event("TransactionRefundReversed", second, {
        receiptId,
        refundId: refundId(tried),
        money,
        reversedAt: at(second),
      }),
  };
}
