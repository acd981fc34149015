import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key, statedAt } from "../../http/samples.ts";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { responses } from "./samples.ts";
import { readInitiated, readRefunded, readRefundStatus, readStatus } from "./translate.ts";

const order = { key, amountXof: xof(5_000n) };
const refundOrder = { ...order, providerReference: "d46218c5-e163-4f25-8976-58e57e9cced7" };
const initiated = {
  providerReference: "d46218c5-e163-4f25-8976-58e57e9cced7",
  paymentUrl: "http://127.0.0.1:7801/pay/D2O1mfhhHXHV5RTI6GeP7g",
};
const receipt = {
  receiptReference: "d343594b-e832-457e-a616-95ee0f6b898f",
  amountXof: 5_000n,
  receivedAt: "2026-11-21T07:46:42.496000Z",
};

const unreadable = [
  ["an amount that is no whole number", responses.amountThatIsNotWhole],
  ["an amount as a number", responses.amountAsNumber],
  ["a link that is no web address", responses.linkThatIsNoWebAddress],
] as const;

describe("the answer to an order", () => {
  it("accepts with the provider's reference and link", () => {
    expect(readInitiated(responses.created, order)).toEqual({ kind: "accepted", value: initiated });
  });

  it("accepts when the key is known: it is the order made before", () => {
    expect(readInitiated(responses.duplicate, order)).toEqual({
      kind: "accepted",
      value: initiated,
    });
  });

  it("is no yes where another amount stands under our key", () => {
    expect(readInitiated(responses.duplicateOfAnotherAmount, order)).toEqual({
      kind: "unknown",
      cause: "unexpected-response",
    });
  });

  it("is a definite no where the gateway refuses the order", () => {
    expect(readInitiated(responses.invalidRequest, order)).toEqual({
      kind: "rejected",
      reason: "refused-by-provider",
    });
  });

  isUnknownAfter((response) => readInitiated(response, order), unreadable);
});

describe("the status of an order", () => {
  it("is pending with its link, so that a lost answer heals", () => {
    expect(readStatus(responses.pending, key)).toEqual({ kind: "pending", ...initiated });
  });

  it("is completed with what came in, each receipt once", () => {
    const { providerReference } = initiated;
    expect(readStatus(responses.completed, key)).toEqual({
      kind: "completed",
      providerReference,
      receipts: [receipt],
      statedAt,
    });
    expect(readStatus(responses.completedTwice, key)).toMatchObject({
      receipts: [receipt, { receiptReference: "5b1a6c0e-8d6c-4a55-8a6e-0d0f3a1f9e11" }],
    });
  });

  it("is completed also where the provider does not say when the money came", () => {
    expect(readStatus(responses.completedWithoutMoment, key)).toMatchObject({
      kind: "completed",
      receipts: [{ ...receipt, receivedAt: null }],
    });
  });

  it.each([
    ["declined", responses.declined],
    ["insufficient-funds", responses.insufficientFunds],
    ["expired", responses.expired],
    ["cancelled", responses.cancelled],
  ] as const)("is failed: %s", (reason, response) => {
    expect(readStatus(response, key)).toMatchObject({ kind: "failed", reason });
  });

  it("is reversed with what was taken back and what stands", () => {
    const { providerReference } = initiated;
    const { receiptReference, amountXof } = receipt;
    const reversedAt = "2026-11-23T09:00:00.000000Z";
    const reversals = [{ receiptReference, amountXof, reversedAt }];
    const reversed = { kind: "reversed", providerReference, receipts: [], reversals, statedAt };
    expect(readStatus(responses.reversed, key)).toEqual(reversed);
    const second = { ...receipt, receiptReference: "5b1a6c0e-8d6c-4a55-8a6e-0d0f3a1f9e11" };
    expect(readStatus(responses.reversedInPart, key)).toEqual({ ...reversed, receipts: [second] });
  });

  it("is not found, which is no failure", () => {
    expect(readStatus(responses.notFound, key)).toEqual({ kind: "not-found" });
  });

  isUnknownAfter(
    (response) => readStatus(response, key),
    [
      ["a word nobody documented", responses.somethingNew],
      ["a word that every object has", responses.wordOfEveryObject],
      ["completed without a receipt", responses.completedWithoutReceipt],
      ["reversed without a moment", responses.reversedWithoutMoment],
      ["the status of another order", responses.ofAnotherKey],
      ["a refusal", responses.invalidRequest],
      ...unreadable,
    ],
  );
});

describe("a refund", () => {
  it("is accepted, also when its key is known", () => {
    const refundReference = "0f8a5c8e-4a4a-4f4e-9c69-1f7c4b8f3a21";
    const settledAt = "2026-11-21T08:00:00.000000Z";
    const settled = { kind: "settled", amountXof: 5_000n, settledAt };
    const accepted = { kind: "accepted", value: { refundReference, settled } };
    expect(readRefunded(responses.refundCreated, refundOrder)).toEqual(accepted);
    expect(readRefunded(responses.refundDuplicate, refundOrder)).toEqual(accepted);
    expect(readRefunded(responses.refundPending, refundOrder)).toEqual({
      kind: "accepted",
      value: { refundReference, settled: null },
    });
  });

  it("is refused where there is not that much to refund, and where it makes no sense", () => {
    const reasonOf = (response: Parameters<typeof readRefunded>[0]) =>
      readRefunded(response, refundOrder);
    expect(reasonOf(responses.notRefundable)).toMatchObject({ reason: "not-refundable" });
    expect(reasonOf(responses.invalidRequest)).toMatchObject({ reason: "refused-by-provider" });
    expect(reasonOf(responses.walletRefused)).toMatchObject({ reason: "wallet-refused" });
    expect(reasonOf(responses.refundKnownAndFailed)).toMatchObject({ reason: "wallet-refused" });
  });

  it("has a status of its own", () => {
    expect(readRefundStatus(responses.refundRead, key)).toEqual({
      kind: "settled",
      amountXof: 5_000n,
      settledAt: "2026-11-21T08:00:00.000000Z",
    });
    expect(readRefundStatus(responses.notFound, key)).toEqual({ kind: "not-found" });
    expect(readRefundStatus(responses.refundReadPending, key)).toEqual({ kind: "pending" });
    expect(readRefundStatus(responses.refundReadFailed, key)).toEqual({
      kind: "failed",
      reason: "wallet-refused",
    });
    expect(readRefundStatus(responses.refundSettledWithoutMoment, key).kind).toBe("unknown");
  });

  it("says what the payer got, whatever was ordered", () => {
    const short = { kind: "settled", amountXof: 4_900n };
    expect(readRefundStatus(responses.refundReadShort, key)).toMatchObject(short);
  });

  it("is reversed once its money is back, which no answer to an order tells", () => {
    expect(readRefundStatus(responses.refundReadReversed, key)).toEqual({
      kind: "reversed",
      amountXof: 5_000n,
      reversedAt: "2026-11-23T09:00:00.000000Z",
    });
    expect(readRefundStatus(responses.refundReversedWithoutMoment, key).kind).toBe("unknown");
    expect(readRefunded(responses.refundKnownAndReversed, refundOrder).kind).toBe("unknown");
  });

  isUnknownAfter((response) => readRefunded(response, refundOrder));
  isUnknownAfter(
    (response) => readRefundStatus(response, key),
    [["a failure that every object has", responses.refundFailedByEveryObject]],
  );
});
