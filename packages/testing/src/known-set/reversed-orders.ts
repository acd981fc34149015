import { knownId } from "./known-id.ts";
import { type KnownOrder, knownOrder, satsMoney, xofMoney } from "./known-order.ts";

const ten = xofMoney("10000");
const daySeconds = 86_400;

/** Orders whose provider changed its word behind their end, or before it. */
export function reversedOrders(): readonly KnownOrder[] {
  return [writtenOff(), paidOutTwice(), takenBackOnTheWay()];
}

/** Two days behind the purchase its francs were taken back; its buyer never paid again. */
function writtenOff(): KnownOrder {
  const terms = { number: 21, who: "B", at: "2026-02-10T10:00:00Z", side: "buy" } as const;
  const order = knownOrder({ ...terms, amountXof: "10000", channel: "MOOV" });
  const { receiptId } = order;
  const debt = { of: "payment", receiptId, by: "written-off", caseId: knownId(21, 7) };
  return {
    transactions: [
      order.created,
      order.paid(60),
      order.completed(70, satsMoney("3")),
      takenBack(order, 2 * daySeconds),
      debtSettled(order, 10 * daySeconds, debt),
    ],
    payments: [order.initiated(2)],
    payouts: [order.settled(69, satsMoney("3"))],
  };
}

/** The francs of a sale came back to us, less what their provider kept, and the seller got all of them by hand. */
function paidOutTwice(): KnownOrder {
  const terms = { number: 22, who: "E", at: "2026-02-11T10:00:00Z", side: "sell" } as const;
  const order = knownOrder({ ...terms, amountXof: "10000", channel: "MOOV" });
  const fee = xofMoney("100");
  const back = {
    payoutId: order.payoutId,
    money: xofMoney("9900"),
    reversedAt: order.at(2 * daySeconds),
  };
  const debt = { of: "payout", receiptId: null, by: "paid-by-hand", caseId: knownId(22, 7) };
  return {
    transactions: [
      order.created,
      order.paid(20),
      order.completed(50, fee),
      order.event("TransactionPayoutReversed", 2 * daySeconds, back),
      debtSettled(order, 3 * daySeconds, debt),
    ],
    payments: [order.initiated(2)],
    payouts: [order.settled(49, fee)],
  };
}

/** Taken back while the payout was under way, which arrived all the same; its buyer paid again. */
function takenBackOnTheWay(): KnownOrder {
  const terms = { number: 23, who: "D", at: "2026-02-20T10:00:00Z", side: "buy" } as const;
  const order = knownOrder({ ...terms, amountXof: "10000", channel: "WAVE" });
  const { receiptId, payoutId } = order;
  const hold = { payoutId, requestedAt: order.at(90) };
  const debt = { of: "payment", receiptId, by: "recovered", caseId: knownId(23, 7) };
  return {
    transactions: [
      order.created,
      order.paid(60),
      takenBack(order, 90),
      order.event("TransactionHoldRequested", 90, hold),
      order.completed(120, satsMoney("3")),
      debtSettled(order, 3 * daySeconds, debt),
    ],
    payments: [order.initiated(2)],
    payouts: [order.settled(119, satsMoney("3"))],
  };
}

function takenBack(order: ReturnType<typeof knownOrder>, second: number) {
  const what = { receiptId: order.receiptId, money: ten, reversedAt: order.at(second) };
  return order.event("TransactionPaymentReversed", second, what);
}

function debtSettled(order: ReturnType<typeof knownOrder>, second: number, debt: object) {
  return order.event("TransactionDebtSettled", second, { ...debt, settledAt: order.at(second) });
}
