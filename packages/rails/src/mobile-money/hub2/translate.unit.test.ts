import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key, response, statedAt } from "../../http/samples.ts";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import * as given from "./samples.ts";
import { readAttempted, readFound, readIntent, readRefundable, readStatus } from "./translate.ts";

const { created, failed, intent, list, paid, payment, refusal, shown, withPayments } = given;
const order = { key, amountXof: xof(5_000n) };
const refused = { kind: "rejected", reason: "refused-by-provider" };
const providerReference = intent.id;
const receipt = {
  receiptReference: payment.id,
  amountXof: 5_000n,
  receivedAt: "2026-11-21T07:47:10.001000Z",
  payerNumber: "+2290196000001",
};
const completed = { kind: "completed", providerReference, receipts: [receipt], statedAt };
const conflicts: readonly (readonly [string, ReturnType<typeof refusal>])[] = [
  ["a conflict", refusal(409, "Conflict")],
  ["a request that failed", refusal(402, "Request Failed")],
  ["a 400 with a code nobody documented", refusal(400, "merchant-disabled")],
  ["a 400 that does not say so itself", response(400, { status: 500, code: "x", message: "" })],
];

/** Every cause of the page, and what it says to a payer. */
const causes: readonly (readonly [code: string, reason: string])[] = [
  ["customer_insufficient_funds", "insufficient-funds"],
  ["authentication_failed", "declined"],
  ["canceled_by_customer", "cancelled"],
  ["canceled", "cancelled"],
  ["authentication_timeout", "expired"],
  ["timeout", "expired"],
  ...[
    "internal_error",
    "service_unavailable",
    "unknown_reason",
    "unknown_reason_orange",
    "customer_account_locked",
    "bad_parameters",
    "forbidden_by_provider",
    "too_many_request",
    "duplicate_request",
    "fraud_suspicion",
    "unsupported_currency",
    "payer_quota_exceeded",
    "invalid_payment_processor",
    "invalid_msisdn",
  ].map((code) => [code, "refused-by-provider"] as const),
];

describe("an intent", () => {
  it("is made with its token, and asks nobody for money", () => {
    const value = { id: intent.id, token: intent.token };
    for (const answer of [created(intent), shown(intent)]) {
      expect(readIntent(answer, order)).toEqual({ kind: "accepted", value });
    }
  });

  it("is refused by 400 in the provider's form, and by nothing else", () => {
    expect(readIntent(refusal(400), order)).toEqual(refused);
  });

  isUnknownAfter(
    (answer) => readIntent(answer, order),
    [
      ["another order's key", created({ ...intent, purchaseReference: "another" })],
      ["another amount", created({ ...intent, amount: 5_001 })],
      ["half francs", created({ ...intent, amount: 5_000.5 })],
      ["another currency", created({ ...intent, currency: "XAF" })],
      ["no token", created({ ...intent, token: null })],
      ...conflicts,
    ],
  );
});

describe("an attempt on an intent", () => {
  const read = (answer: ReturnType<typeof created>) =>
    readAttempted(answer, { ...order, id: intent.id });

  it.each(["created", "pending", "processing", "action_required"])("has begun: %s", (status) => {
    for (const answer of [created, shown]) {
      expect(read(answer(withPayments({ ...payment, status })))).toEqual({
        kind: "accepted",
        value: { providerReference, paymentUrl: null },
      });
    }
  });

  it("says where a payer of a wallet without prompts goes", () => {
    const url = "https://pay.wave.example/c/1";
    const nextAction = { type: "redirection", data: { method: "GET", url } };
    const accepted = { kind: "accepted", value: { providerReference, paymentUrl: url } };
    expect(read(created(withPayments({ ...payment, nextAction })))).toEqual(accepted);
    expect(read(created({ ...withPayments(payment), nextAction }))).toEqual(accepted);
  });

  it("is accepted where it was paid at once", () => {
    expect(read(created(withPayments(paid)))).toEqual({
      kind: "accepted",
      value: { providerReference, paymentUrl: null },
    });
  });

  it("is rejected when it has failed at once, or is refused", () => {
    const declined = { kind: "rejected", reason: "declined", takenAs: providerReference };
    expect(read(created(withPayments(failed("authentication_failed"))))).toEqual(declined);
    expect(read(refusal(400))).toEqual(refused);
  });

  isUnknownAfter(read, [
    ["an intent without an attempt", created(intent)],
    ["another intent", created({ ...withPayments(payment), id: "pi_another" })],
    ["another key", created({ ...withPayments(payment), purchaseReference: "another" })],
    ["another amount", created({ ...withPayments(payment), amount: 1 })],
    ["a cause nobody documented", created(withPayments(failed("moon_too_full")))],
    ...conflicts,
  ]);
});

describe("the status of an intent", () => {
  const asked = { id: providerReference, key };
  const read = (body: object) => readStatus(shown(body), asked);

  it.each(["created", "pending", "processing", "action_required"])(
    "is pending while an attempt on it is %s",
    (status) => {
      const pending = { kind: "pending", providerReference, paymentUrl: null };
      expect(read(withPayments({ ...payment, status }))).toEqual(pending);
      expect(read(withPayments(failed("timeout"), { ...payment, status }))).toEqual(pending);
    },
  );

  it("is completed with what came in, whatever the intent says itself", () => {
    expect(read(withPayments(paid))).toEqual(completed);
    expect(read({ ...withPayments(paid), status: "payment_required" })).toEqual(completed);
    expect(readFound(list(withPayments(paid)), key)).toEqual(completed);
  });

  it("names each payment where it was paid short, or twice", () => {
    const other = { ...paid, id: "pay_other", amount: 1_000 };
    expect(read(withPayments(failed("timeout"), paid, other))).toMatchObject({
      receipts: [receipt, { receiptReference: "pay_other", amountXof: 1_000n }],
    });
  });

  it("names who paid each of them, which need not be who was asked", () => {
    const other = { ...paid, id: "pay_other", country: "CI", number: "0700000002" };
    const nobody = { ...paid, id: "pay_third", number: null };
    const status = read(withPayments(paid, other, nobody));
    const payers = status.kind === "completed" ? status.receipts.map((one) => one.payerNumber) : [];
    expect(payers).toEqual(["+2290196000001", "+2250700000002", undefined]);
  });

  it.each(causes)("is failed for %s: %s", (code, reason) => {
    const expected = { kind: "failed", providerReference, reason };
    expect(read(withPayments(failed(code)))).toEqual(expected);
    expect(read(withPayments({ ...failed(code), failureCause: code }))).toEqual(expected);
  });

  it("fails by the last of several attempts", () => {
    const payments = [failed("timeout"), failed("authentication_failed")];
    expect(read(withPayments(...payments))).toMatchObject({ kind: "failed", reason: "declined" });
  });

  it("is not found by its id or by a search that finds nothing, which is no failure", () => {
    expect(readStatus(given.notFound, asked)).toEqual({ kind: "not-found" });
    expect(readFound(list(), key)).toEqual({ kind: "not-found" });
  });

  isUnknownAfter(
    (answer) => readStatus(answer, asked),
    [
      ["an intent on which nobody was asked", shown(intent)],
      ["a status nobody documented", shown(withPayments({ ...payment, status: "settling" }))],
      ["one such beside a payment", shown(withPayments(paid, { ...payment, status: "settling" }))],
      ["a cause nobody documented", shown(withPayments(failed("moon_too_full")))],
      ["a cause that every object has", shown(withPayments(failed("constructor")))],
      ["a failure without a cause", shown(withPayments({ ...payment, status: "failed" }))],
      ["another order's key", shown({ ...withPayments(paid), purchaseReference: "another" })],
      ["another order that bears our key", shown({ ...withPayments(paid), id: "pi_another" })],
      ["a payment in another currency", shown(withPayments({ ...paid, currency: "XAF" }))],
      ["a 404 of something in between", response(404, { message: "no route" })],
    ],
  );

  isUnknownAfter(
    (answer) => readFound(answer, key),
    [
      ["two under one key", list(withPayments(paid), { ...withPayments(paid), id: "pi_two" })],
      ["a list that did not search", list({ ...intent, purchaseReference: "another" })],
    ],
  );
});

describe("an intent whose money is to go back", () => {
  const wanted = { collectionKey: key, providerReference, amountXof: xof(5_000n) };
  const read = (body: object, amountXof = xof(5_000n)) =>
    readRefundable(shown(body), { ...wanted, amountXof });
  const notRefundable = { kind: "rejected", reason: "not-refundable" };

  it("names who paid it, and over which operator", () => {
    expect(read(withPayments(failed("timeout"), paid))).toEqual({
      kind: "accepted",
      value: { country: "BJ", provider: "mtn", number: "+2290196000001" },
    });
  });

  it("goes back to who paid that receipt, where two have paid it", () => {
    const other = { ...paid, id: "pay_other", number: "+2290196000002" };
    const readOf = (receiptReference: string, ...payments: readonly object[]) =>
      readRefundable(shown(withPayments(...payments)), { ...wanted, receiptReference });
    expect(readOf("pay_other", paid, other)).toMatchObject({ value: { number: other.number } });
    expect(readOf(paid.id, paid, other)).toMatchObject({ value: { number: "+2290196000001" } });
    expect(readOf("pay_other", paid, { ...other, amount: 4_999 })).toEqual(notRefundable);
    // By a name that it does not know, nobody can say who of them is meant.
    expect(readOf("named-by-staff", paid, other)).toEqual(notRefundable);
    expect(readOf("named-by-staff", paid)).toMatchObject({ value: { number: "+2290196000001" } });
  });

  it.each([
    ["another number", { number: "+2290196000002" }],
    ["another operator", { provider: "moov" }],
    ["another country", { country: "TG" }],
  ])("has two payers where a second payment came from %s", (_what, change) => {
    const twice = { ...paid, id: "pay_other" };
    const value = { country: "BJ", provider: "mtn", number: "+2290196000001" };
    expect(read(withPayments(paid, twice))).toEqual({ kind: "accepted", value });
    expect(read(withPayments(paid, { ...twice, ...change }))).toEqual(notRefundable);
  });

  it("is not refundable while nobody paid, or with more than came in", () => {
    expect(read(withPayments(payment))).toEqual(notRefundable);
    expect(read(withPayments(paid), xof(5_001n))).toEqual(notRefundable);
  });

  isUnknownAfter(
    (answer) => readRefundable(answer, wanted),
    [
      ["another order's key", shown({ ...withPayments(paid), purchaseReference: "another" })],
      ["another order that bears our key", shown({ ...withPayments(paid), id: "pi_another" })],
      [
        "an attempt with a word nobody documented",
        shown(withPayments({ ...paid, status: "Successful" })),
      ],
      [
        "one such beside too little",
        shown(withPayments({ ...paid, amount: 1 }, { ...paid, status: "settling" })),
      ],
      ["a payment in another currency", shown(withPayments({ ...paid, currency: "XAF" }))],
      ["nobody who paid", shown(withPayments({ ...paid, number: null }))],
      ["an operator that is not named", shown(withPayments({ ...paid, provider: "" }))],
      ["a country that is not named", shown(withPayments({ ...paid, country: "" }))],
      ["an intent that is not found", given.notFound],
    ],
  );
});
