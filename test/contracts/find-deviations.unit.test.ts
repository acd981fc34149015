import { describe, expect, it } from "vitest";
import { findDeviations } from "./find-deviations.ts";
import { completedDetailResponse, listResponse, openDetailResponse } from "./interface-table.ts";

const detail = {
  success: true,
  transaction: {
    id: "0191f3a0-0000-7000-8000-000000000001",
    reference: "TXN_0123456789ABCDEF",
    type: "BUY_BITCOIN",
    amount_xof: "5000 XOF",
    amount_satoshi: "8169 SATS",
    exchange_rate: 61_200_000,
    status: "COMPLETED",
    payement_reference: "PAY_0123456789ABCDEF",
    payment_url: "https://pay.example/1",
    progress: { payment_status: "COMPLETED", payout_status: "COMPLETED" },
    payout_reference: "PAYOUT_0123456789ABCDEF",
    receiver_address: "ok@sandbox.sanu",
    completed_at: "2026-11-21T07:00:09.000001Z",
    created_at: "2026-11-21T07:00:00.123456Z",
  },
};

const withPart = (part: object) => ({ ...detail, transaction: { ...detail.transaction, ...part } });

describe("the hand-made table of the interface", () => {
  it("is content with an answer of the specification's shape", () => {
    expect(findDeviations(completedDetailResponse, detail)).toEqual([]);
  });

  it.each([
    ["a missing field", { reference: undefined }, "reference: not a string"],
    ["a null that may not be", { payout_reference: null }, "payout_reference: null"],
    ["a corrected spelling", { payment_reference: "PAY_1" }, "payment_reference: not in the"],
    ["the spacing of the list", { amount_xof: "5000XOF" }, "amount_xof: 5000XOF"],
    ["a number for a text", { amount_satoshi: 8_169 }, "amount_satoshi: not a string"],
    ["a text for a number", { exchange_rate: "61200000" }, "exchange_rate: not a integer"],
    ["a fraction", { exchange_rate: 0.5 }, "exchange_rate: not a integer"],
    ["milliseconds", { created_at: "2026-11-21T07:00:00.123Z" }, "created_at: 2026"],
    ["a state of our own", { status: "REVIEW" }, "status: REVIEW"],
    ["a flat progress", { progress: "COMPLETED" }, "progress: not an object"],
    [
      "a state of our own in a leg",
      { progress: { payment_status: "x", payout_status: "FAILED" } },
      "payment_status: x",
    ],
  ])("finds %s", (_what, part, deviation) => {
    const found = findDeviations(completedDetailResponse, withPart(part));

    expect(found).toHaveLength(1);
    expect(found[0]).toContain(deviation);
  });

  it("finds a field that is not there at all", () => {
    const { payement_reference: _left, ...rest } = detail.transaction;

    expect(findDeviations(completedDetailResponse, { ...detail, transaction: rest })).toEqual([
      "response.transaction.payement_reference: missing",
    ]);
  });

  it("knows what is null before a payout exists", () => {
    const open = withPart({ payout_reference: null, completed_at: null, status: "PENDING" });

    expect(findDeviations(openDetailResponse, open)).toEqual([]);
    expect(findDeviations(openDetailResponse, detail)).toHaveLength(1);
  });

  it("looks into every line of a list", () => {
    const list = { success: true, transactions: [{}], meta: { next_cursor: null } };

    expect(findDeviations(listResponse, list)).toHaveLength(8);
    expect(findDeviations(listResponse, { ...list, transactions: {} })).toHaveLength(1);
  });
});
