import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key, response, statedAt } from "../../http/samples.ts";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { deposit, failed, found, initiated, notFound } from "./samples.ts";
import { readDeposit, readDeposited, readKnownDeposit, refusals } from "./translate.ts";

const order = { key, amountXof: xof(5_000n) };
const refused = { kind: "rejected", reason: "refused-by-provider" };
const said = (status: string, code?: string) => initiated("depositId", status, code);
const another = "0f8a5c8e-4a4a-4f4e-9c69-1f7c4b8f3a21";

describe("the initiation of a deposit", () => {
  it("is accepted, or known from before", () => {
    expect(readDeposited(said("ACCEPTED"), key)).toEqual({ kind: "accepted", value: null });
    expect(readDeposited(said("DUPLICATE_IGNORED"), key)).toEqual({ kind: "duplicate" });
  });

  it.each(refusals)("is refused for %s", (code) => {
    expect(readDeposited(said("REJECTED", code), key)).toEqual(refused);
  });

  it("is refused where the body could not be read, which names no order", () => {
    const failureReason = { failureCode: "INVALID_INPUT", failureMessage: "" };
    expect(readDeposited(response(400, { status: "REJECTED", failureReason }), key)).toEqual(
      refused,
    );
  });

  isUnknownAfter(
    (given) => readDeposited(given, key),
    [
      ["a reason nobody documented", said("REJECTED", "MOON_TOO_FULL")],
      ["a fault of its own", said("REJECTED", "UNKNOWN_ERROR")],
      ["a refusal without a reason", said("REJECTED")],
      ["a status nobody documented", said("QUEUED")],
      ["a yes to another order", response(200, { depositId: another, status: "ACCEPTED" })],
      ["a yes to nobody", response(200, { status: "ACCEPTED" })],
      [
        "a permission that is missing",
        response(403, {
          status: "REJECTED",
          failureReason: { failureCode: "DEPOSITS_NOT_ALLOWED" },
        }),
      ],
    ],
  );
});

describe("a deposit whose id was known before", () => {
  const accepted = { kind: "accepted", value: { providerReference: key, paymentUrl: null } };

  it.each(["ACCEPTED", "PROCESSING", "SUBMITTED", "IN_RECONCILIATION", "COMPLETED"])(
    "is the same order when it is %s",
    (status) => {
      expect(readKnownDeposit(found({ ...deposit, status }), order)).toEqual(accepted);
    },
  );

  it("was taken when it has failed, so nobody else is asked", () => {
    const given = failed(deposit, "PAYMENT_NOT_APPROVED");
    const declined = { kind: "rejected", reason: "declined", takenAs: key };
    expect(readKnownDeposit(given, order)).toEqual(declined);
  });

  isUnknownAfter(
    (given) => readKnownDeposit(given, order),
    [
      ["another amount", found({ ...deposit, amount: "4999" })],
      ["not found", notFound],
    ],
  );
});

describe("the status of a deposit", () => {
  it.each(["ACCEPTED", "PROCESSING", "SUBMITTED", "IN_RECONCILIATION"])(
    "is pending when it is %s",
    (status) => {
      expect(readDeposit(found({ ...deposit, status }), key)).toEqual({
        kind: "pending",
        providerReference: key,
        paymentUrl: null,
      });
    },
  );

  it("says where a payer of a wallet without prompts goes", () => {
    const authorizationUrl = "https://pay.wave.example/c/1";
    const status = readDeposit(found({ ...deposit, status: "PROCESSING", authorizationUrl }), key);
    expect(status).toMatchObject({ kind: "pending", paymentUrl: authorizationUrl });
  });

  it.each(["5000", "5000.00"])("is completed with %s, and does not say when", (amount) => {
    expect(readDeposit(found({ ...deposit, status: "COMPLETED", amount }), key)).toEqual({
      kind: "completed",
      providerReference: key,
      receipts: [{ receiptReference: key, amountXof: 5_000n, receivedAt: null }],
      statedAt,
    });
  });

  it.each([
    ["PAYMENT_NOT_APPROVED", "declined"],
    ["INSUFFICIENT_BALANCE", "insufficient-funds"],
    ["PAYMENT_IN_PROGRESS", "refused-by-provider"],
    ["TRANSACTION_ALREADY_IN_PROCESS", "refused-by-provider"],
    ["PAYER_NOT_FOUND", "refused-by-provider"],
    ["PAYER_LIMIT_REACHED", "refused-by-provider"],
    ["WALLET_LIMIT_REACHED", "refused-by-provider"],
    ["UNSPECIFIED_FAILURE", "refused-by-provider"],
  ])("is failed for %s: %s", (code, reason) => {
    expect(readDeposit(failed(deposit, code), key)).toEqual({
      kind: "failed",
      providerReference: key,
      reason,
    });
  });

  it("is not found, which is no failure", () => {
    expect(readDeposit(notFound, key)).toEqual({ kind: "not-found" });
  });

  isUnknownAfter(
    (given) => readDeposit(given, key),
    [
      ["a reason nobody documented", failed(deposit, "MOON_TOO_FULL")],
      ["a reason that every object has", failed(deposit, "constructor")],
      ["a fault of its own", failed(deposit, "UNKNOWN_ERROR")],
      ["a failure without a reason", found({ ...deposit, status: "FAILED" })],
      ["a status nobody documented", found({ ...deposit, status: "SETTLING" })],
      ["a deposit in a queue, which is none", found({ ...deposit, status: "ENQUEUED" })],
      ["another deposit", found({ ...deposit, depositId: another })],
      ["another currency", found({ ...deposit, currency: "XAF" })],
      ["half francs", found({ ...deposit, amount: "5000.50" })],
      ["a 404 with its words", response(404, { status: "NOT_FOUND" })],
    ],
  );
});
