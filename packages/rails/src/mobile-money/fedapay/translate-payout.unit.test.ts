import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key, response } from "../../http/samples.ts";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { refundOutcomeOf, refundStatusOf } from "../refund-by-payout.ts";
import { onePayout, payout, payoutList, refusal, sent } from "./samples.ts";
import {
  readBalances,
  readFoundPayout,
  readRecorded,
  readRefusedStart,
  readStarted,
} from "./translate-payout.ts";

const order = { key, amountXof: xof(5_000n) };
const started = (body: object) => response(200, { "v1/payouts": [body] });
const settled = {
  kind: "settled",
  providerReference: "58017",
  amountXof: 5_000n,
  feeXof: 65n,
  settledAt: "2026-11-21T07:47:10.001000Z",
};

describe("the first step of a payout", () => {
  it("records it, or is refused by fields", () => {
    const recorded = readRecorded(onePayout({ ...payout, status: "pending" }), order);
    expect(recorded).toMatchObject({ kind: "accepted", value: { id: "58017" } });
    expect(readRecorded(refusal, order)).toMatchObject({ kind: "rejected" });
  });

  it.each(["0.018", 0.018, 123, null])(
    "is recorded whatever its commission is: %j",
    (commission) => {
      const pending = { ...payout, status: "pending", commission };
      expect(readRecorded(onePayout(pending), order)).toMatchObject({ kind: "accepted" });
    },
  );

  isUnknownAfter(
    (given) => readRecorded(given, order),
    [
      [
        "a refusal of our key",
        response(422, { errors: { merchant_reference: ["est déjà utilisé"] } }),
      ],
      ["an id that no number holds", onePayout({ ...payout, id: "9007199254740993" })],
      ["another amount", onePayout({ ...payout, amount: 4_999 })],
      ["another key", onePayout({ ...payout, merchant_reference: "another" })],
    ],
  );
});

describe("the second step of a payout", () => {
  const read = (given: Parameters<typeof readStarted>[0]) =>
    readStarted(given, { ...order, id: "58017" });

  it.each(["pending", "scheduled", "started", "processing"])(
    "has begun when it is %s",
    (status) => {
      expect(read(started({ ...payout, status }))).toEqual({
        kind: "accepted",
        value: { kind: "pending", providerReference: "58017" },
      });
    },
  );

  it("is settled when it is sent, with what it cost besides", () => {
    expect(read(started(sent))).toEqual({ kind: "accepted", value: settled });
  });

  const failedOnce = { kind: "rejected", reason: "refused-by-provider", takenAs: "58017" };
  const behind = (found: object) => readRefusedStart(onePayout(found), { id: "58017", key });

  it("is rejected when it failed at once", () => {
    expect(read(started({ ...payout, status: "failed" }))).toEqual(failedOnce);
  });

  it("that is refused is rejected only where the payout has failed", () => {
    expect(read(refusal)).toEqual({ kind: "refused-start" });
    expect(behind({ ...payout, status: "failed" })).toEqual(failedOnce);
    const begun = { kind: "pending", providerReference: "58017" };
    expect(behind({ ...payout, status: "started" })).toEqual({ kind: "accepted", value: begun });
    expect(behind(sent)).toEqual({ kind: "accepted", value: settled });
  });

  isUnknownAfter(
    (given) => readRefusedStart(given, { id: "58017", key }),
    [
      ["a list", payoutList(payout)],
      ["a payout that may begin yet", onePayout({ ...payout, status: "pending" })],
      ["another payout", onePayout({ ...sent, id: 58_018 })],
      ["another key", onePayout({ ...sent, merchant_reference: "another" })],
      ["a status nobody documented", onePayout({ ...payout, status: "queued" })],
    ],
  );

  isUnknownAfter(read, [
    ["another payout", started({ ...sent, id: 58_018 })],
    ["two payouts", response(200, { "v1/payouts": [sent, { ...sent, id: 1 }] })],
    ["a status nobody documented", started({ ...payout, status: "queued" })],
  ]);
});

describe("the status of a payout", () => {
  const read = (body: object) => readFoundPayout(payoutList(body), key);

  it.each(["pending", "scheduled", "started", "processing"])(
    "is pending when it is %s",
    (status) => {
      expect(read({ ...payout, status })).toEqual({ kind: "pending", providerReference: "58017" });
    },
  );

  it("is settled when it is sent", () => {
    expect(read(sent)).toEqual(settled);
  });

  it("says what arrived where a fee was taken from it", () => {
    const short = { ...sent, amount_transferred: 4_935, amount_debited: 5_000 };
    expect(read(short)).toMatchObject({ amountXof: 4_935n, feeXof: 65n });
  });

  it("costs its fees where it does not say what was taken", () => {
    const plain = { ...sent, amount_transferred: null, amount_debited: null };
    expect(read(plain)).toMatchObject({ amountXof: 5_000n, feeXof: 65n });
  });

  it.each(["DECLINED", "INSUFFICIENT_BALANCE", "", null])("is failed for %s as for all", (code) => {
    expect(read({ ...payout, status: "failed", last_error_code: code })).toEqual({
      kind: "failed",
      providerReference: "58017",
      reason: "refused-by-provider",
    });
  });

  it("is not found when nothing bears its key", () => {
    expect(readFoundPayout(payoutList(), key)).toEqual({ kind: "not-found" });
  });

  isUnknownAfter(
    (given) => readFoundPayout(given, key),
    [
      ["a status nobody documented", payoutList({ ...payout, status: "reversed" })],
      ["a status that every object has", payoutList({ ...sent, status: "constructor" })],
      ["sent without a moment", payoutList({ ...sent, sent_at: null })],
      ["two under one key", payoutList(sent, { ...sent, id: 58_018 })],
      ["a list that did not search", payoutList({ ...sent, merchant_reference: "another" })],
    ],
  );
});

describe("a refund, which is a payout to the payer", () => {
  it("is accepted, and settled with what arrived", () => {
    const { settledAt } = settled;
    const value = { ...settled, amountXof: xof(5_000n), feeXof: xof(65n) } as never;
    expect(refundOutcomeOf({ kind: "accepted", value })).toEqual({
      kind: "accepted",
      value: {
        refundReference: "58017",
        settled: { kind: "settled", amountXof: 5_000n, settledAt },
      },
    });
  });

  it("reads like one", () => {
    const status = (body: object) => refundStatusOf(readFoundPayout(payoutList(body), key));
    expect(status(payout)).toEqual({ kind: "pending" });
    expect(status({ ...payout, status: "failed" })).toEqual({
      kind: "failed",
      reason: "refused-by-provider",
    });
    expect(status(sent)).toMatchObject({ kind: "settled", amountXof: 5_000n });
    expect(refundStatusOf(readFoundPayout(payoutList(), key))).toEqual({ kind: "not-found" });
  });
});

describe("the balances", () => {
  const balances = (...all: readonly object[]) => response(200, { "v1/balances": all });

  it("are a float for the channels of each operator", () => {
    const mtn = { id: 1, amount: 250_000, mode: "mtn_open" };
    const elsewhere = { id: 2, amount: 1, mode: "mtn_ecw" };
    expect(readBalances(balances(mtn, elsewhere))).toEqual({
      kind: "floats",
      floats: [{ account: "mtn_open", channels: ["MTN_OPEN"], availableXof: 250_000n }],
    });
  });

  it("are one float for all where no operator is named", () => {
    expect(readBalances(balances({ id: 7, amount: 0, mode: null }))).toEqual({
      kind: "floats",
      floats: [{ account: "balance-7", channels: null, availableXof: 0n }],
    });
  });

  isUnknownAfter(readBalances, [["a balance below zero", balances({ id: 1, amount: -1 })]]);
});
