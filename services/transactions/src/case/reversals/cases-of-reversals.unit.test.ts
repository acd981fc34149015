import { expect, it } from "vitest";
import type { EventOf } from "../../transaction/events.ts";
import { example, francs } from "../../transaction/example-commands.fixture.ts";
import {
  completed,
  created,
  paid,
  payoutFailed,
  refunded,
  refundSettled,
} from "../../transaction/example-events.fixture.ts";
import { createdSale, paidSale } from "../../transaction/sale.fixture.ts";
import { caseCommands } from "../reviews/cases-of-reviews.ts";
import { casesOfReversals } from "./cases-of-reversals.ts";

const { transactionId, paymentId, payoutId, refundId, at } = example;
const of = { v: 1, transactionId, money: francs(10_000n), reversedAt: at } as const;
const takenBack: EventOf<"TransactionPaymentReversed"> = {
  type: "TransactionPaymentReversed",
  ...of,
  receiptId: "receipt-1",
};
const bought = [created, paid, completed];
const opened = (history: Parameters<typeof casesOfReversals>[0], event: (typeof history)[number]) =>
  casesOfReversals(history, [event]);

it("opens a case for each receipt that was taken back, the same one however often it is found", () => {
  const [first, ...others] = opened(bought, takenBack);
  expect(others).toEqual([]);
  expect(first?.command).toMatchObject({
    kind: "open",
    found: {
      kind: "payment-reversed",
      subject: { kind: "payment", id: paymentId },
      transactionId,
      money: francs(10_000n),
      since: at,
    },
  });
  expect(opened(bought, takenBack)).toEqual([first]);
  const [other] = opened(bought, { ...takenBack, receiptId: "receipt-2" });
  expect(other?.caseId).not.toBe(first?.caseId);
});

it("opens one for a payout that came back", () => {
  const event = { type: "TransactionPayoutReversed", ...of, payoutId } as const;
  expect(opened(bought, event)).toMatchObject([
    { command: { found: { kind: "payout-reversed", subject: { kind: "payout", id: payoutId } } } },
  ]);
});

it("opens one over all of a payout that came back, though its provider kept a part", () => {
  const history = [createdSale, { ...paidSale, payoutId }, completed];
  const money = francs(9_900n);
  const event = { type: "TransactionPayoutReversed", ...of, payoutId, money } as const;
  expect(opened(history, event)).toMatchObject([
    { command: { found: { money: francs(10_000n) } } },
  ]);
});

it("opens one for a refund of which the customer got less, over what is missing", () => {
  const unpaid = [created, paid, payoutFailed, refunded()];
  const short = { ...refundSettled(), arrived: francs(9_900n) };
  expect(opened(unpaid, short)).toMatchObject([
    {
      command: {
        found: {
          kind: "refund-amount-differs",
          subject: { kind: "refund", id: refundId },
          money: francs(100n),
        },
      },
    },
  ]);
  expect(opened(unpaid, { ...refundSettled(), arrived: francs(10_040n) })).toEqual([]);
  expect(opened(unpaid, refundSettled())).toEqual([]);
});

it("tells a refund that came back from one that failed, as a question of the review", () => {
  const past = [created, paid, payoutFailed, refunded(), refundSettled()];
  const lost: EventOf<"TransactionRefundReversed"> = {
    type: "TransactionRefundReversed",
    ...of,
    receiptId: "receipt-1",
    refundId,
  };
  const asked: EventOf<"TransactionReviewRequested"> = {
    type: "TransactionReviewRequested",
    v: 1,
    transactionId,
    reason: "refund-failed",
    about: "refund",
    receiptId: "receipt-1",
    refund: null,
    causeId: "fact-9",
    requestedAt: at,
  };
  expect(caseCommands(past, [lost, asked])).toMatchObject([
    { command: { kind: "open", found: { kind: "refund-reversed" } } },
  ]);
  expect(casesOfReversals(past, [lost, asked])).toEqual([]);
});
