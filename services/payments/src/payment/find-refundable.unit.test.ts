import { fold, xof } from "@sanu/kernel";
import { expect, it } from "vitest";
import { payment } from "./decide.ts";
import type { PaymentEvent } from "./events.ts";
import { findRefundable } from "./find-refundable.ts";
import { completed, initiated, receipt, requested } from "./payment.fixture.ts";

const duplicate: PaymentEvent = {
  type: "PaymentDiscrepancyFound",
  v: 1,
  paymentId: completed.paymentId,
  transactionId: completed.transactionId,
  discrepancy: "duplicate",
  receivedXof: xof(7_000n),
  receiptReference: "receipt-2",
  receivedAt: receipt.receivedAt,
  foundAt: receipt.receivedAt,
};
const paidTwice = fold(payment, [requested, initiated, completed, duplicate]);
const find = (receiptId: string, amountXof: bigint, isRefundedBefore = false) => {
  const wanted = { receiptId, amountXof: xof(amountXof), isRefundedBefore };
  return findRefundable(paidTwice, wanted)?.receiptReference;
};

it("finds the receipt that is named, when exactly its amount is wanted", () => {
  expect(find("receipt-1", 10_000n)).toBe("receipt-1");
  expect(find("receipt-2", 7_000n)).toBe("receipt-2");
  expect(find("receipt-2", 10_000n)).toBeUndefined();
  expect(find("receipt-3", 10_000n)).toBeUndefined();
  expect(find("receipt-1", 9_900n)).toBeUndefined();
});

it("finds the receipt of a refund that follows another one, whose rest went back by hand", () => {
  expect(find("receipt-1", 9_900n, true)).toBe("receipt-1");
  expect(find("receipt-1", 10_000n, true)).toBe("receipt-1");
  expect(find("receipt-1", 10_001n, true)).toBeUndefined();
  expect(find("receipt-2", 9_900n, true)).toBeUndefined();
});

it("does not find a receipt that the provider has taken back", () => {
  const { paymentId, transactionId } = completed;
  const reversed = fold(
    payment,
    [
      {
        type: "PaymentReversed",
        v: 1,
        paymentId,
        transactionId,
        reversedXof: xof(10_000n),
        receiptReference: "receipt-1",
        reversedAt: receipt.receivedAt,
        foundAt: receipt.receivedAt,
      },
    ],
    paidTwice,
  );
  const wanted = { receiptId: "receipt-1", amountXof: xof(10_000n) };
  expect(findRefundable(reversed, wanted)).toBeUndefined();
});

it("finds nothing in a payment that brought nothing, or was never ordered", () => {
  for (const events of [[], [requested], [requested, initiated]] as const) {
    const wanted = { receiptId: "receipt-1", amountXof: xof(10_000n) };
    expect(findRefundable(fold(payment, events), wanted)).toBeUndefined();
  }
});
