import { knownId } from "./known-id.ts";
import { type KnownOrder, knownOrder, satsMoney, xofMoney } from "./known-order.ts";
import { reversedOrders } from "./reversed-orders.ts";

const buy = { side: "buy", amountXof: "10000" } as const;
const ten = xofMoney("10000");
const staff = knownId(7, 2);

/** Orders that failed, went back, or waited for a person. */
export function troubledOrders(): readonly KnownOrder[] {
  return [
    neverPaid(),
    declined(),
    noRoute(),
    paidLate(),
    otherAmount(),
    paidTwice(),
    nowhereToGo(),
    heldPayout(),
    unknownPayout(),
    ...reversedOrders(),
  ];
}

/** At half past midnight of the next day in Porto-Novo. */
function neverPaid(): KnownOrder {
  const terms = { number: 11, who: "C", at: "2026-01-06T23:30:00Z", ...buy, channel: "WAVE" };
  const order = knownOrder(terms);
  return {
    transactions: [order.created, order.failed(900, "expired")],
    payments: [order.initiated(2), order.paymentFailed(900, "expired")],
    payouts: [],
  };
}

function declined(): KnownOrder {
  const order = knownOrder({
    number: 12,
    who: "C",
    at: "2026-01-10T09:00:00Z",
    ...buy,
    channel: "WAVE",
  });
  return {
    transactions: [order.created, order.failed(20, "declined")],
    payments: [order.initiated(2), order.paymentFailed(20, "declined")],
    payouts: [],
  };
}

function noRoute(): KnownOrder {
  const terms = { number: 13, who: "B", at: "2026-01-12T09:00:00Z", ...buy, amountXof: "20000" };
  const order = knownOrder({ ...terms, channel: "MOOV" });
  const { receiptId, refund } = order;
  const fee = xofMoney("25");
  return {
    transactions: [
      order.created,
      order.paid(60),
      order.payoutFailedEvent(100, "no-route"),
      refund.requested(100, { tried: 1, receiptId, reason: "payout-failed" }),
      refund.settled(400, { receiptId, tried: 1, fee }),
      order.failed(400, "payout-failed"),
    ],
    payments: [order.initiated(3), refund.settledFact(399, 1, order.moneyIn, fee)],
    payouts: [order.payoutFailed(99, "no-route")],
  };
}

function paidLate(): KnownOrder {
  const terms = { number: 14, who: "A", at: "2026-01-15T09:00:00Z", ...buy, channel: "MTN_OPEN" };
  const order = knownOrder(terms);
  const { receiptId, refund } = order;
  return {
    transactions: [
      order.created,
      order.failed(900, "expired"),
      refund.requested(1_001, { tried: 1, receiptId, reason: "payment-late" }),
      refund.settled(1_300, { receiptId, tried: 1, fee: null }),
    ],
    payments: [
      order.initiated(2),
      order.paymentFailed(900, "expired"),
      refund.settledFact(1_299, 1, ten, null),
    ],
    payouts: [],
  };
}

/**
 * Nine thousand came; the wallet refused them, the staff ordered them again, and a hundred did not arrive. Later its provider
 * contradicts itself, and nobody has looked yet.
 */
function otherAmount(): KnownOrder {
  const terms = { number: 15, who: "D", at: "2026-01-20T09:00:00Z", ...buy, channel: "MTN_OPEN" };
  const order = knownOrder(terms);
  const { receiptId, refund, event } = order;
  const money = xofMoney("9000");
  const short = xofMoney("8900");
  const fee = xofMoney("100");
  const asked = { receiptId, about: "refund", refund: null };
  const first = { tried: 1, receiptId, reason: "payment-amount-mismatch" };
  const again = { tried: 2, receiptId, reason: "review" };
  const debt = { of: "refund", receiptId, by: "paid-by-hand", caseId: knownId(15, 7) };
  return {
    transactions: [
      order.created,
      event("TransactionPaymentHeld", 60, { received: money, receiptId, heldAt: order.at(60) }),
      refund.requested(60, first, { money }),
      refund.failed(200, receiptId, 1, "wallet-refused"),
      review(order, 200, { reason: "refund-failed", ...asked }),
      resolved(order, 3_800, staff, "refund-ordered"),
      refund.requested(3_800, again, { money }),
      refund.settled(4_000, { receiptId, tried: 2, fee }, { arrived: short }),
      order.failed(4_000, "amount-mismatch"),
      review(order, 5_000, { ...asked, reason: "contradicting-facts", about: null }),
      event("TransactionDebtSettled", 90_000, { ...debt, settledAt: order.at(90_000) }),
    ],
    payments: [
      order.initiated(2),
      refund.failedFact(199, 1, "wallet-refused"),
      refund.settledFact(3_999, 2, short, fee),
    ],
    payouts: [],
  };
}

/** The second receipt went back, and came back to us, less what its provider kept: it waits for a person. */
function paidTwice(): KnownOrder {
  const terms = { number: 16, who: "A", at: "2026-01-21T09:00:00Z", ...buy, channel: "MTN_OPEN" };
  const order = knownOrder(terms);
  const { refund } = order;
  const receiptId = order.otherReceipt("twice");
  const asked = { reason: "refund-failed", receiptId, about: "refund", refund: null };
  const back = { receiptId, tried: 1, fee: xofMoney("25") };
  return {
    transactions: [
      order.created,
      order.paid(50),
      refund.requested(70, { tried: 1, receiptId, reason: "payment-duplicate" }),
      order.completed(80, satsMoney("4")),
      refund.settled(170, back),
      refund.reversed(86_400, receiptId, 1, xofMoney("9900")),
      review(order, 86_400, asked),
    ],
    payments: [order.initiated(4), refund.settledFact(169, 1, ten, back.fee)],
    payouts: [order.settled(79, satsMoney("4"))],
  };
}

/** The francs of a sale could not go out, and its seller had named no place for her satoshis. */
function nowhereToGo(): KnownOrder {
  const terms = { number: 17, who: "E", at: "2026-02-04T09:00:00Z", side: "sell" } as const;
  const order = knownOrder({ ...terms, amountXof: "10000", channel: "MOOV" });
  const { receiptId, refund, moneyIn: money } = order;
  const due = { money, reason: "payout-failed" };
  const asked = { reason: "return-address-needed", receiptId, about: "refund", refund: due };
  const destination = { kind: "invoice", receiverHmac: "i".repeat(43) };
  const send = { sendSats: "16670", feeLimitSats: "337", destination };
  const fee = satsMoney("3");
  return {
    transactions: [
      order.created,
      order.paid(20),
      order.payoutFailedEvent(60, "refused-by-receiver"),
      review(order, 60, asked),
      refund.requested(7_260, { tried: 1, receiptId, reason: "payout-failed" }, send),
      resolved(order, 7_260, null, "overtaken"),
      refund.settled(7_270, { receiptId, tried: 1, fee }),
      order.failed(7_270, "payout-failed"),
    ],
    payments: [order.initiated(1)],
    payouts: [
      order.payoutFailed(59, "refused-by-receiver"),
      refund.settledFact(7_269, 1, satsMoney("16670"), fee),
    ],
  };
}

/** Her account was suspended when the money came; two hours later the staff let it go. */
function heldPayout(): KnownOrder {
  const order = knownOrder({
    number: 18,
    who: "D",
    at: "2026-02-15T10:00:00Z",
    ...buy,
    channel: "WAVE",
  });
  const held = { receiptId: order.receiptId, payoutId: null, heldAt: order.at(60) };
  return {
    transactions: [
      order.created,
      order.event("TransactionPayoutHeld", 60, held),
      order.paid(7_260),
      order.completed(7_270, satsMoney("2")),
    ],
    payments: [order.initiated(3)],
    payouts: [order.settled(7_269, satsMoney("2"))],
  };
}

/** On chain nobody knew for two hours. */
function unknownPayout(): KnownOrder {
  const terms = { number: 19, who: "C", at: "2026-02-18T10:00:00Z", ...buy, channel: "WAVE" };
  const order = knownOrder({ ...terms, receiverKind: "onchain" });
  const asked = { reason: "outcome-unknown", receiptId: null, about: "payout", refund: null };
  return {
    transactions: [
      order.created,
      order.paid(30),
      review(order, 3_630, asked),
      order.completed(7_230, satsMoney("200")),
      resolved(order, 7_230, null, "overtaken"),
    ],
    payments: [order.initiated(2)],
    payouts: [order.settled(7_229, satsMoney("200"))],
  };
}

function review(order: ReturnType<typeof knownOrder>, second: number, about: object) {
  const what = { ...about, causeId: `cause-${second}`, requestedAt: order.at(second) };
  return order.event("TransactionReviewRequested", second, what);
}

function resolved(
  order: ReturnType<typeof knownOrder>,
  second: number,
  resolvedBy: string | null,
  resolution: string,
) {
  const what = { resolvedBy, resolution, resolvedAt: order.at(second) };
  return order.event("TransactionReviewResolved", second, what);
}
