import { describe, expect, it } from "vitest";
import { key, response, statedAt } from "../../http/samples.ts";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import { refundOutcomeOf, refundStatusOf } from "../refund-by-payout.ts";
import { balances, ok, payout, prepared, refusal, submitted, token } from "./samples.ts";
import { readCreated, readInvoice, readRefundable } from "./translate.ts";
import { readBalances, readPayout, readPrepared, readSubmitted } from "./translate-payout.ts";

const asked = { key, token };
const pending = { kind: "pending", providerReference: token } as const;

describe("the first step of a payout", () => {
  it("is accepted with its token", () => {
    expect(readPrepared(ok(prepared))).toEqual({ kind: "accepted", value: token });
  });

  it.each([
    ["4002", "You don't have enough funds. Consider crediting your account", "insufficient-float"],
    ["4002", "the callback is not accessible", "channel-closed"],
    ["1001", "withdraw_mode non pris en charge", "refused-by-provider"],
  ])("that is refused with %s, %s, moved nothing: %s", (code, text, reason) => {
    expect(readPrepared(refusal(code, text))).toEqual({ kind: "rejected", reason });
  });

  isUnknownAfter(readPrepared, [
    ["a name that it knows already", refusal("5000", "disburse_id already used")],
    ["payouts that are not enabled for us", refusal("401", "not enabled")],
    ["maintenance", refusal("1001", "Service momentanément indisponible")],
    ["a code nobody documented", refusal("4009", "You don't have enough funds")],
    ["a documented code with another text", refusal("4002", "the account is closed")],
    ["no token", ok({ response_code: "00" })],
  ]);
});

describe.each([
  ["a key that is not valid any more", "Invalid Masterkey Specified"],
  ["papers of ours that have to be shown", "Vous devez valider vos informations de KYC"],
])("%s", (_what, text) => {
  const refused = refusal("1001", text);

  it("fails nothing: no order is refused by it", () => {
    const unknown = unknownBecause("not-permitted");
    expect(readPrepared(refused)).toEqual(unknown);
    expect(readSubmitted(refused, token)).toEqual({ ...unknown, providerReference: token });
    expect(readPayout(refused, asked)).toEqual(unknown);
    expect(readCreated(refused)).toEqual(unknown);
    expect(readInvoice(refused, asked)).toEqual(unknown);
    expect(readRefundable(refused, { ...asked, amountXof: 1n })).toEqual(unknown);
    expect(readBalances(refused)).toEqual(unknown);
  });
});

describe("the second step of a payout", () => {
  it.each(["success", "pending", "created"])("that says %s is under way", (status) => {
    expect(readSubmitted(ok({ ...submitted, status }), token)).toEqual({
      kind: "accepted",
      value: pending,
    });
  });

  it("that says failed is a no", () => {
    const refused = { kind: "rejected", reason: "refused-by-provider", takenAs: token };
    expect(readSubmitted(ok({ ...submitted, status: "failed" }), token)).toEqual(refused);
  });

  isUnknownAfter(
    (given) => readSubmitted(given, token),
    [
      ["a no, which may come behind the act", refusal("4002", "You don't have enough funds")],
      ["a yes without a status", ok({ response_code: "00" })],
      ["a status nobody documented", ok({ ...submitted, status: "queued" })],
    ],
  );

  it("whose answer is lost keeps the name by which it is asked about", () => {
    const lost = { kind: "no-response", cause: "connection-lost" } as const;
    expect(readSubmitted(lost, token)).toMatchObject({ providerReference: token });
  });
});

describe("the status of a payout", () => {
  it("is settled with what arrived and what it cost, by the moment of the answer", () => {
    const settled = { kind: "settled", providerReference: token, amountXof: 5_000n };
    expect(readPayout(ok({ ...payout, fees: "50.00" }), asked)).toEqual({
      ...settled,
      feeXof: 50n,
      settledAt: statedAt,
    });
    expect(readPayout(ok(payout), asked)).toMatchObject({ ...settled, feeXof: 0n });
  });

  it.each(["created", "pending"])("is under way while it is %s", (status) => {
    expect(readPayout(ok({ ...payout, status }), asked)).toEqual(pending);
  });

  it("is failed when it is failed", () => {
    expect(readPayout(ok({ ...payout, status: "failed" }), asked)).toMatchObject({
      kind: "failed",
      reason: "refused-by-provider",
    });
  });

  isUnknownAfter(
    (given) => readPayout(given, asked),
    [
      ["a status nobody documented", ok({ ...payout, status: "completed" })],
      ["another order's key", ok({ ...payout, disburse_id: "another" })],
      ["no franc at all", ok({ ...payout, amount: "0.00" })],
      ["another payout", ok({ ...payout, token: "another" })],
      ["a refusal", refusal("5000", "An error occured from our side")],
      ["no moment", Object.assign(ok(payout), { statedAt: null })],
    ],
  );
});

describe("a refund", () => {
  const accepted = { kind: "accepted", value: pending } as const;

  it("is a payout, and keeps its name", () => {
    const value = { refundReference: token, settled: null };
    expect(refundOutcomeOf(accepted)).toEqual({ kind: "accepted", value });
    const lost = { ...unknownBecause("no-response"), providerReference: token };
    expect(refundOutcomeOf(lost)).toEqual(lost);
    const refused = { kind: "rejected", reason: "refused-by-provider" } as const;
    expect(refundOutcomeOf(refused)).toEqual(refused);
    expect(refundOutcomeOf({ ...refused, takenAs: token })).toMatchObject({ takenAs: token });
  });

  it.each([
    ["insufficient-float", "wallet-refused"],
    ["channel-closed", "wallet-refused"],
    ["receiver-wallet-full", "wallet-refused"],
    ["receiver-not-found", "refused-by-provider"],
    ["refused-by-provider", "refused-by-provider"],
  ] as const)("that is refused as %s is %s: what may pass is tried again", (of, reason) => {
    expect(refundOutcomeOf({ kind: "rejected", reason: of })).toEqual({ kind: "rejected", reason });
    const failed = { kind: "failed", providerReference: token, reason: of } as const;
    expect(refundStatusOf(failed)).toEqual({ kind: "failed", reason });
  });

  it("has the status of its payout", () => {
    expect(refundStatusOf(readPayout(ok(payout), asked))).toMatchObject({
      kind: "settled",
      amountXof: 5_000n,
    });
    expect(refundStatusOf(pending)).toEqual({ kind: "pending" });
    const failed = readPayout(ok({ ...payout, status: "failed" }), asked);
    expect(refundStatusOf(failed)).toEqual({ kind: "failed", reason: "refused-by-provider" });
    for (const kind of ["not-found"] as const) expect(refundStatusOf({ kind })).toEqual({ kind });
  });
});

describe("our balances", () => {
  it("are one for each country", () => {
    const reading = readBalances(ok(balances));
    expect(reading).toMatchObject({
      floats: [
        { account: "SN", availableXof: 738_612n },
        { account: "BJ", availableXof: 632_329n },
      ],
    });
    const channels = reading.kind === "floats" ? reading.floats[1]?.channels : [];
    expect(channels).toEqual(["MTN_OPEN", "MOOV_BENIN", "CELTIIS_BENIN"]);
  });

  isUnknownAfter(readBalances, [
    ["no success", ok({ ...balances, success: false })],
    ["a balance that is no amount", ok({ ...balances, "Balance BJ": "much" })],
    ["another currency", ok({ ...balances, "Balance BJ": "10.00 EUR" })],
    ["no balance", ok({ success: true, description: "" })],
    ["an unexpected status", response(202, balances)],
  ]);
});
