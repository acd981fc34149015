import { newId, sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { TransactionEvent } from "../../transaction/events.ts";
import { example, francs, satoshis } from "../../transaction/example-commands.fixture.ts";
import * as happened from "../../transaction/example-events.fixture.ts";
import { createdSale, paidSale, refundedSats } from "../../transaction/sale.fixture.ts";
import { bookAccounts } from "./accounts.ts";
import { entriesOf } from "./projection.ts";
import type { BookRow } from "./table.ts";

/** The entries of the last of some events, without the accounts that it left alone. */
function moved(events: readonly TransactionEvent[]) {
  return entriesOf(events, events.length - 1).map((row: BookRow) => [
    row.currency,
    Object.fromEntries(
      bookAccounts.flatMap((account) => (row[account] === 0n ? [] : [[account, row[account]]])),
    ),
  ]);
}

const sold = [createdSale, paidSale, happened.payoutFailed, refundedSats];
const back = (fee = satoshis(3n)) =>
  happened.refundSettled(refundedSats.receiptId, example.refundId, fee);

it("lets a refund of satoshis bear its way: what the way did not cost stays with us", () => {
  expect(moved([...sold, back()])).toEqual([
    ["SATS", { node_float: -16_670n, user_payable: 17_007n, fees: -337n }],
  ]);
  expect(moved([...sold, back(satoshis(340n))])).toEqual([
    ["SATS", { node_float: -17_007n, user_payable: 17_007n }],
  ]);
});

it("takes the way of a refund whose invoice asks for all of it from the node", () => {
  const whole = { ...refundedSats, sendSats: sats(17_007n) };
  expect(moved([createdSale, paidSale, happened.payoutFailed, whole, back()])).toEqual([
    ["SATS", { node_float: -17_010n, user_payable: 17_007n, fees: 3n }],
  ]);
});

it("books no fee where the money was refunded by hand", () => {
  expect(moved([...sold, happened.refundSettled(refundedSats.receiptId, null)])).toEqual([
    ["SATS", { node_float: -17_007n, user_payable: 17_007n }],
  ]);
});

describe("a provider that changes its word", () => {
  const { transactionId, payoutId, refundId, at } = example;
  const reversed = (receiptId = "receipt-1"): TransactionEvent => ({
    type: "TransactionPaymentReversed",
    v: 1,
    transactionId,
    receiptId,
    money: francs(10_000n),
    reversedAt: at,
  });
  const payoutBack: TransactionEvent = {
    type: "TransactionPayoutReversed",
    v: 1,
    transactionId,
    payoutId,
    money: francs(10_000n),
    reversedAt: at,
  };
  const refundBack: TransactionEvent = {
    type: "TransactionRefundReversed",
    v: 1,
    transactionId,
    receiptId: "receipt-1",
    refundId,
    money: francs(10_000n),
    reversedAt: at,
  };
  const debtSettled = (
    of: "payment" | "payout" | "refund",
    by: "paid-by-hand" | "recovered" | "written-off",
  ): TransactionEvent => ({
    type: "TransactionDebtSettled",
    v: 1,
    transactionId,
    of,
    receiptId: of === "payout" ? null : "receipt-1",
    by,
    caseId: newId<"CaseId">(),
    settledAt: at,
  });
  const bought = [happened.created, happened.paid, happened.completed];
  const unpaid = [happened.created, happened.paid, happened.payoutFailed, happened.refunded()];

  it("takes back what was exchanged: its payer owes it to us", () => {
    expect(moved([...bought, reversed()])).toEqual([
      ["XOF", { gateway_float: -10_000n, receivable: 10_000n }],
    ]);
  });

  it("is made good by who owes it, or is a loss, when two of the staff say so", () => {
    expect(moved([...bought, reversed(), debtSettled("payment", "recovered")])).toEqual([
      ["XOF", { gateway_float: 10_000n, receivable: -10_000n }],
    ]);
    expect(moved([...bought, reversed(), debtSettled("payment", "written-off")])).toEqual([
      ["XOF", { receivable: -10_000n, losses: 10_000n }],
    ]);
  });

  it("takes back what is owed to its payer: then nobody owes anybody", () => {
    expect(moved([happened.created, happened.paid, reversed()])).toEqual([
      ["XOF", { gateway_float: -10_000n, user_payable: 10_000n }],
    ]);
    const late = { reason: "payment-late", receiptId: "receipt-2" } as const;
    expect(
      moved([happened.created, happened.failed, happened.refunded(late), reversed("receipt-2")]),
    ).toEqual([["XOF", { gateway_float: -10_000n, suspense: 10_000n }]]);
  });

  it("takes back what went out meanwhile, or was refunded: its payer has it twice", () => {
    expect(moved([happened.created, happened.paid, reversed(), happened.completed])[0]).toEqual([
      "XOF",
      { exchange: -9_999n, rounding: -1n, receivable: 10_000n },
    ]);
    expect(moved([...unpaid, happened.refundSettled(), reversed()])).toEqual([
      ["XOF", { gateway_float: -10_000n, receivable: 10_000n }],
    ]);
    expect(moved([...unpaid, reversed(), happened.refundSettled()])).toEqual([
      ["XOF", { gateway_float: -10_000n, receivable: 10_000n }],
    ]);
  });

  it("gives back a payout: its customer is owed again", () => {
    const sale = [
      createdSale,
      { ...paidSale, payoutId },
      { ...happened.completed, fee: francs(100n) },
    ];
    expect(moved([...sale, payoutBack])).toEqual([
      ["XOF", { gateway_float: 10_000n, user_payable: -10_000n }],
    ]);
    expect(moved([...sale, payoutBack, debtSettled("payout", "paid-by-hand")])).toEqual([
      ["XOF", { gateway_float: -10_000n, user_payable: 10_000n }],
    ]);
  });

  it("gives back a payout less what its provider kept: its customer is owed all of it", () => {
    const sale = [
      createdSale,
      { ...paidSale, payoutId },
      { ...happened.completed, fee: francs(100n) },
      { ...payoutBack, money: francs(9_900n) },
    ];
    expect(moved(sale)).toEqual([
      ["XOF", { gateway_float: 9_900n, user_payable: -10_000n, fees: 100n }],
    ]);
    expect(moved([...sale, debtSettled("payout", "paid-by-hand")])).toEqual([
      ["XOF", { gateway_float: -10_000n, user_payable: 10_000n }],
    ]);
  });

  it("gives back a refund: it is owed where it was owed before", () => {
    expect(moved([...unpaid, happened.refundSettled(), refundBack])).toEqual([
      ["XOF", { gateway_float: 10_000n, user_payable: -10_000n }],
    ]);
    const late = { reason: "payment-late" } as const;
    expect(
      moved([
        happened.created,
        happened.failed,
        happened.refunded(late),
        happened.refundSettled(),
        refundBack,
      ]),
    ).toEqual([["XOF", { gateway_float: 10_000n, suspense: -10_000n }]]);
  });

  it("gives back a refund less what it kept: its customer is owed all of it", () => {
    const settled = [...unpaid, happened.refundSettled()];
    const back = (amount: bigint) => ({ ...refundBack, money: francs(amount) });
    expect(moved([...settled, back(9_900n)])).toEqual([
      ["XOF", { gateway_float: 9_900n, user_payable: -10_000n, fees: 100n }],
    ]);
    // What it took when it arrived short is booked already.
    const short = { ...happened.refundSettled(), arrived: francs(9_900n), fee: francs(100n) };
    expect(moved([...unpaid, short, back(9_800n)])).toEqual([
      ["XOF", { gateway_float: 9_800n, user_payable: -9_900n, fees: 100n }],
    ]);
    expect(moved([...unpaid, short, back(10_000n)])).toEqual([
      ["XOF", { gateway_float: 10_000n, user_payable: -9_900n, fees: -100n }],
    ]);
    const made = [...unpaid, short, debtSettled("refund", "paid-by-hand"), back(9_800n)];
    expect(moved(made)).toEqual([
      ["XOF", { gateway_float: 9_800n, user_payable: -9_900n, fees: 100n }],
    ]);
  });

  it("takes its fee out of a refund: the fee is ours, and the rest still owed", () => {
    const short = { ...happened.refundSettled(), arrived: francs(9_900n), fee: francs(100n) };
    expect(moved([...unpaid, short])).toEqual([
      ["XOF", { gateway_float: -10_000n, user_payable: 9_900n, fees: 100n }],
    ]);
    expect(moved([...unpaid, short, debtSettled("refund", "paid-by-hand")])).toEqual([
      ["XOF", { gateway_float: -100n, user_payable: 100n }],
    ]);
    const back = { ...refundBack, money: francs(9_900n) };
    const made = [...unpaid, short, debtSettled("refund", "paid-by-hand"), back];
    expect(moved(made)).toEqual([["XOF", { gateway_float: 9_900n, user_payable: -9_900n }]]);
    expect(moved([...made, reversed()])).toEqual([
      ["XOF", { gateway_float: -10_000n, user_payable: 9_900n, receivable: 100n }],
    ]);
    expect(moved([...made, reversed(), debtSettled("payment", "recovered")])).toEqual([
      ["XOF", { gateway_float: 100n, receivable: -100n }],
    ]);
    const more = { ...happened.refundSettled(), arrived: francs(10_040n) };
    expect(moved([...unpaid, more])).toEqual([
      ["XOF", { gateway_float: -10_040n, user_payable: 10_000n, losses: 40n }],
    ]);
  });
});
