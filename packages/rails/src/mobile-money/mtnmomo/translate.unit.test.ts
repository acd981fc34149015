import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { emptyResponse, key, response, statedAt } from "../../http/samples.ts";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import {
  alreadyThere,
  failed,
  failedWithMessage,
  name,
  notFound,
  pending,
  refused,
  requestToPay,
  shown,
  taken,
} from "./samples.ts";
import {
  accountRefusals,
  collectionKind,
  documentedReasons,
  readCollection,
  readKnown,
  readPlaced,
  refusals,
} from "./translate.ts";

const order = { ...name, amountXof: xof(5_000n) };
const another = "0f8a5c8e-4a4a-4f4e-9c69-1f7c4b8f3a21";

/** Codes that prove nothing: the wallet does not find it, or has it already. */
const unproven = ["RESOURCE_NOT_FOUND", "TRANSACTION_NOT_FOUND", "RESOURCE_ALREADY_EXIST"];

const reasonOf: Readonly<Record<string, string>> = {
  APPROVAL_REJECTED: "declined",
  COULD_NOT_PERFORM_TRANSACTION: "expired",
  EXPIRED: "expired",
  INTERNAL_PROCESSING_ERROR: "refused-by-provider",
  INVALID_CALLBACK_URL_HOST: "refused-by-provider",
  INVALID_CURRENCY: "refused-by-provider",
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: "insufficient-funds",
  NOT_ALLOWED: "refused-by-provider",
  NOT_ALLOWED_TARGET_ENVIRONMENT: "refused-by-provider",
  NOT_ENOUGH_FUNDS: "insufficient-funds",
  PAYEE_LIMIT_REACHED: "refused-by-provider",
  PAYEE_NOT_ALLOWED_TO_RECEIVE: "refused-by-provider",
  PAYEE_NOT_FOUND: "refused-by-provider",
  PAYER_LIMIT_REACHED: "refused-by-provider",
  PAYER_NOT_FOUND: "refused-by-provider",
  PAYMENT_NOT_APPROVED: "declined",
  SENDER_ACCOUNT_NOT_ACTIVE: "refused-by-provider",
  SERVICE_UNAVAILABLE: "refused-by-provider",
  TRANSACTION_CANCELED: "cancelled",
  TRANSFER_TYPE_UNKNOWN: "refused-by-provider",
  VALIDATION_ERROR: "refused-by-provider",
};

it("has a row for every documented reason, and for no other", () => {
  expect(Object.keys(reasonOf).toSorted()).toEqual([...documentedReasons].toSorted());
});

describe("a request to pay", () => {
  const read = (given: Parameters<typeof readPlaced>[0]) => readPlaced(given, collectionKind);

  it("is accepted by 202 with nothing in it, or known from before", () => {
    expect(read(taken)).toEqual({ kind: "accepted", value: null });
    expect(read(alreadyThere)).toEqual({ kind: "known" });
  });

  it.each([...refusals])("is refused by 400 for %s", (code) => {
    expect(read(refused(code))).toEqual({ kind: "rejected", reason: reasonOf[code] });
  });

  it.each(accountRefusals)("is not refused where %s is said of every order alike", (code) => {
    expect(read(refused(code))).toEqual({ kind: "unknown", cause: "not-permitted" });
  });

  isUnknownAfter(read, [
    ["a page with 202", response(202, undefined)],
    ["200 with nothing in it", emptyResponse(200)],
    ["400 with nothing in it", emptyResponse(400)],
    ["a code nobody documented", refused("MOON_TOO_FULL")],
    ...["SERVICE_UNAVAILABLE", "INTERNAL_PROCESSING_ERROR", "EXPIRED", ...unproven].map(
      (code) => [`400 with ${code}`, refused(code)] as const,
    ),
    ...[...refusals].map((code) => [`500 with ${code}`, refused(code, 500)] as const),
    ["409 with another code", refused("NOT_ALLOWED", 409)],
    ["not found", notFound],
  ]);
});

describe("a request to pay whose key was known before", () => {
  const read = (given: Parameters<typeof readKnown>[0]) => readKnown(given, order, collectionKind);

  it.each([pending, requestToPay])("is the same order when it is $status", (movement) => {
    expect(read(shown(movement))).toEqual({ kind: "accepted", value: null });
  });

  it("was taken when it has failed, so nobody else is asked", () => {
    const declined = { kind: "rejected", reason: "declined", takenAs: order.key };
    expect(read(failed(requestToPay, "APPROVAL_REJECTED"))).toEqual(declined);
  });

  isUnknownAfter(read, [
    ["another amount", shown({ ...requestToPay, amount: "4999" })],
    ["a failure of another amount", failed({ ...requestToPay, amount: "1" }, "EXPIRED")],
    ["a status nobody documented", shown({ ...requestToPay, status: "REJECTED" })],
    ["not found", notFound],
  ]);
});

describe("the status of a request to pay", () => {
  const read = (given: Parameters<typeof readCollection>[0]) => readCollection(given, name);

  it("is pending until somebody approves, and has no page", () => {
    const expected = { kind: "pending", providerReference: key, paymentUrl: null };
    expect(read(shown(pending))).toEqual(expected);
  });

  it.each(["5000", "5000.00"])("is completed with %s, and does not say when", (amount) => {
    expect(read(shown({ ...requestToPay, amount }))).toEqual({
      kind: "completed",
      providerReference: key,
      receipts: [{ receiptReference: key, amountXof: 5_000n, receivedAt: null }],
      statedAt,
    });
  });

  it.each(Object.entries(reasonOf))("is failed for %s: %s", (code, reason) => {
    const expected = { kind: "failed", providerReference: key, reason };
    expect(read(failed(requestToPay, code))).toEqual(expected);
    expect(read(failedWithMessage(requestToPay, code))).toEqual(expected);
  });

  it("is not found, which is no failure", () => {
    expect(read(notFound)).toEqual({ kind: "not-found" });
  });

  isUnknownAfter(read, [
    ["a reason nobody documented", failed(requestToPay, "MOON_TOO_FULL")],
    ["a reason that every object has", failed(requestToPay, "constructor")],
    ...unproven.map((code) => [`a failure for ${code}`, failed(requestToPay, code)] as const),
    ["a failure without a reason", shown({ ...requestToPay, status: "FAILED" })],
    ["a status nobody documented", shown({ ...requestToPay, status: "TIMEOUT" })],
    ["a status in small letters", shown({ ...requestToPay, status: "successful" })],
    ["another order", shown({ ...requestToPay, externalId: another })],
    ["another currency", shown({ ...requestToPay, currency: "EUR" })],
    ["half francs", shown({ ...requestToPay, amount: "5000.50" })],
    ["an amount as a number", shown({ ...requestToPay, amount: 5_000 })],
    ["a 404 of something in between", response(404, { message: "no route" })],
  ]);
});
