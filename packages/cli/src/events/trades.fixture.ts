import {
  type FactDefinition,
  facts,
  jsonText,
  PayoutFailed,
  PayoutSettled,
  paymentsRefundFacts,
  VerdictApproved,
} from "@sanu/contracts";
import { type Instant, instantOfEpochMs } from "@sanu/kernel";
import type { MadeFact } from "@sanu/testing";

/** An event of transactions as it stands in its log. */
export interface LoggedEvent {
  readonly type: string;
  readonly v: number;
  readonly transactionId: string;
  readonly [field: string]: unknown;
}

/** One transaction from order to end: its own events, and what payments and payouts said of it. */
export interface Trade {
  readonly transactionId: string;
  readonly events: readonly LoggedEvent[];
  readonly payments: readonly MadeFact[];
  readonly payouts: readonly MadeFact[];
}

type Ending = "completed" | "unpaid" | "refunded" | "paid" | "sold" | "reviewed";

/** Of twelve, as many end so. */
const endings: readonly Ending[] = [
  ...Array.from({ length: 6 }, () => "completed" as const),
  ...(["unpaid", "unpaid", "refunded", "paid", "sold", "reviewed"] as const),
];

const firstMoment = Date.parse("2026-01-01T23:50:00.000Z");
const everyMs = 97_000;
const channels = ["MTN_OPEN", "MOOV", "WAVE"] as const;

function idOf<Id extends string>(number: number, kind: number): Id {
  const hex = number.toString(16).padStart(12, "0");
  const text = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${kind.toString(16).padStart(12, "0")}`;
  return text as Id;
}

/** What transactions publishes of an event, which is what the fact of its name has of it; of others nothing. */
export function publicFormOf(event: LoggedEvent) {
  if (event.type === "TransactionReceiptDecided") return verdictOf(event);
  const fact = facts.find(({ service, name }) => service === "transactions" && name === event.type);
  return fact && { type: fact.type, dataText: jsonText(fact.schema.parse(event)) };
}

/** What two of the staff say came of a receipt is published as the verdict that it is. */
function verdictOf({ paymentId: subjectId, receiptId, came, decidedAt, ...event }: LoggedEvent) {
  const verdict = { kind: "arrived", providerReference: receiptId, money: came };
  const about = { ...event, leg: "payment", subjectId, receiptId, verdict, approvedAt: decidedAt };
  const dataText = jsonText(VerdictApproved.schema.parse(about));
  return { type: VerdictApproved.type, dataText };
}

/** Trades of every ending, the same for the same number. */
export function tradeOf(number: number): Trade {
  const ending = endings[number % endings.length] ?? "completed";
  const at = (step: number) => instantOfEpochMs(firstMoment + number * everyMs + step * 1_111);
  const made = contentOf(number, ending, at);
  return {
    transactionId: idOf(number, 1),
    events: made.events,
    payments: made.payments,
    payouts: made.payouts,
  };
}

function contentOf(number: number, ending: Ending, at: (step: number) => Instant) {
  const { created, paid, completed, failed, transactionId, payoutId } = partsOf(number, ending, at);
  const none: readonly MadeFact[] = [];
  const money = { currency: "XOF", amountXof: created.amountXof } as const;
  switch (ending) {
    case "completed":
    case "sold": {
      const fact = { payoutId, transactionId, sent: sentOf(created), fee: completed.fee };
      const settled = factOf(PayoutSettled, number, { ...fact, settledAt: completed.completedAt });
      return { events: [created, paid, completed], payments: none, payouts: [settled] };
    }
    case "unpaid":
      return { events: [created, failed("expired")], payments: none, payouts: none };
    case "paid":
    case "reviewed":
      return { events: [created, paid], payments: none, payouts: none };
    case "refunded": {
      const refund = refundOf(number, money, at);
      const facts = refundFactsOf(number, money, at);
      return { events: [created, paid, ...refund, failed("payout-failed")], ...facts };
    }
  }
}

const agreed = {
  rateXofPerBtc: "61200000",
  midXofPerBtc: "60000000",
  feeLimitSats: "160",
} as const;

function partsOf(number: number, ending: Ending, at: (step: number) => Instant) {
  const isSale = ending === "sold";
  const transactionId = idOf(number, 1);
  const payoutId = idOf(number, 4);
  const accountId = idOf(number % 17, 2);
  const amounts = {
    amountXof: `${5_000 + (number % 997)}`,
    amountSats: `${8_000 + (number % 991)}`,
  };
  const kind = { transactionType: isSale ? "SELL_BITCOIN" : "BUY_BITCOIN", ...amounts };
  const channel = channels[number % channels.length] ?? "WAVE";
  const to = {
    payoutChannel: isSale ? channel : null,
    numberHmac: "n".repeat(43),
    receiverKind: isSale ? null : "lightning-address",
    receiverHmac: isSale ? null : "r".repeat(43),
  };
  const payment = { paymentId: idOf(number, 3) };
  const fee = isSale
    ? { currency: "XOF", amountXof: `${50 + (number % 7)}` }
    : { currency: "SATS", amountSats: `${number % 5}` };
  const head = (type: string) => ({ type, v: 1, transactionId });
  return {
    transactionId,
    payoutId,
    created: {
      ...head("TransactionCreated"),
      reference: `TXN_${number}`,
      accountId,
      ...kind,
      ...to,
      ...payment,
      ...agreed,
      paymentReference: `PAY_${number}`,
      quoteId: null,
      channel: isSale ? "LIGHTNING" : channel,
      limitMonth: at(0).slice(0, 7),
      expiresAt: at(900),
      createdAt: at(0),
    },
    paid: {
      ...head("TransactionPaid"),
      ...payment,
      payoutId,
      payoutReference: `PAYOUT_${number}`,
      ...kind,
      feeLimitSats: agreed.feeLimitSats,
      ...to,
      receiptId: `receipt-${number}`,
      paidAt: at(20),
    },
    completed: {
      ...head("TransactionCompleted"),
      accountId,
      ...kind,
      payoutId,
      fee,
      completedDay: at(30).slice(0, 10),
      completedAt: at(30 + (number % 40)),
    },
    failed: (reason: string) => ({
      ...head("TransactionFailed"),
      accountId,
      transactionType: kind.transactionType,
      amountXof: amounts.amountXof,
      reason,
      failedAt: at(90),
    }),
  };
}

type OrderedAmounts = Readonly<Record<"transactionType" | "amountXof" | "amountSats", string>>;

function sentOf({ transactionType, amountXof, amountSats }: OrderedAmounts) {
  return transactionType === "SELL_BITCOIN"
    ? ({ currency: "XOF", amountXof } as const)
    : ({ currency: "SATS", amountSats } as const);
}

type XofMoney = { readonly currency: "XOF"; readonly amountXof: string };

const refundFee = { currency: "XOF", amountXof: "25" } as const;

function refundOf(number: number, money: XofMoney, at: (step: number) => Instant) {
  const about = { v: 1, transactionId: idOf(number, 1) };
  const ids = { receiptId: `receipt-${number}`, refundId: idOf(number, 5) };
  const failed = { payoutId: idOf(number, 4), reason: "no-route", failedAt: at(40) };
  const asked = { paymentId: idOf(number, 3), money, reason: "payout-failed" };
  const destination = { kind: "payer" };
  return [
    { type: "TransactionPayoutFailed", ...about, ...failed },
    {
      type: "TransactionRefundRequested",
      ...about,
      ...ids,
      ...asked,
      destination,
      requestedAt: at(40),
    },
    { type: "TransactionRefundSettled", ...about, ...ids, fee: refundFee, settledAt: at(60) },
  ];
}

function refundFactsOf(number: number, money: XofMoney, at: (step: number) => Instant) {
  const ids = { transactionId: idOf(number, 1) };
  const refund = { refundId: idOf(number, 5), ...ids, money, fee: refundFee, settledAt: at(60) };
  const failed = {
    payoutId: idOf(number, 4),
    ...ids,
    reason: "no-route",
    failedAt: at(40),
  } as const;
  return {
    payments: [factOf(paymentsRefundFacts.RefundSettled, number, refund)],
    payouts: [factOf(PayoutFailed, number, failed)],
  };
}

function factOf({ type, schema }: FactDefinition, number: number, data: object): MadeFact {
  const time = instantOfEpochMs(firstMoment + number * everyMs + 60_000);
  const about = { id: idOf(number, 6), type, aggregateId: idOf(number, 4), time };
  const causes = {
    correlationId: `order-${number}`,
    causationId: idOf(number, 7),
    traceparent: "",
  };
  const position = `1.${1_000 + number}.${number + 1}`;
  return { ...about, ...causes, position, data: Buffer.from(jsonText(schema.parse(data))) };
}
