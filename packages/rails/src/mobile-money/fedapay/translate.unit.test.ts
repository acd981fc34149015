import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key, response, statedAt } from "../../http/samples.ts";
import { isUnknownAfter, timeless } from "../../http/unknown-after.fixture.ts";
import { approved, list, notFound, one, refusal, transaction } from "./samples.ts";
import { readCreated, readFound, readLink, readRefundable, readStatus } from "./translate.ts";

const order = { key, amountXof: xof(5_000n) };
const asked = { id: "104821", key };
const partly = (status: string) => ({ ...approved, status });
const other = { ...transaction, merchant_reference: "another" };

describe("the creation of a transaction", () => {
  it("is accepted with its id where our own order stands in it", () => {
    expect(readCreated(response(201, { "v1/transaction": transaction }), order)).toEqual({
      kind: "accepted",
      value: { providerReference: "104821" },
    });
  });

  it.each([400, 422])("is refused by %i that names fields, and by nothing else", (status) => {
    const { json } = refusal.kind === "response" ? refusal : { json: {} };
    const refused = { kind: "rejected", reason: "refused-by-provider" };
    expect(readCreated(response(status, json), order)).toEqual(refused);
    expect(readCreated(response(status, { message: "Erreur" }), order).kind).toBe("unknown");
    expect(readCreated(response(status, { errors: {} }), order).kind).toBe("unknown");
    const closed = { errors: { account: ["n'est pas activé"], amount: ["est invalide"] } };
    expect(readCreated(response(status, closed), order).kind).toBe("unknown");
  });

  it.each([400, 422])(
    "is unknown where %i says that our key is taken: there is such an order",
    (status) => {
      const taken = { merchant_reference: ["est déjà utilisé"] };
      expect(readCreated(response(status, { errors: taken }), order).kind).toBe("unknown");
      const both = { ...taken, amount: ["est invalide"] };
      expect(readCreated(response(status, { errors: both }), order).kind).toBe("unknown");
    },
  );

  isUnknownAfter(
    (given) => readCreated(given, order),
    [
      ["another order's key", one(other)],
      ["another amount", one({ ...transaction, amount: 5_001 })],
      ["an amount that is no whole number", one({ ...transaction, amount: 5_000.5 })],
      ["an amount as text", one({ ...transaction, amount: "5000" })],
      ["no key", one({ ...transaction, merchant_reference: null })],
      ["no id", one({ ...transaction, id: null })],
    ],
  );
});

describe("the link", () => {
  it("is where the payer goes", () => {
    const url = "https://sandbox-process.fedapay.com/token";
    expect(readLink(response(200, { token: "t", url }), "104821")).toEqual({
      kind: "accepted",
      value: { providerReference: "104821", paymentUrl: url },
    });
  });

  isUnknownAfter(
    (given) => readLink(given, "104821"),
    [
      [
        "a link that a browser would run",
        response(200, { token: "t", url: "javascript:alert(1)" }),
      ],
      ["a transaction that is gone", notFound],
    ],
  );
});

describe("the status of a transaction", () => {
  const receipt = {
    receiptReference: "104821",
    amountXof: 5_000n,
    receivedAt: "2026-11-21T07:47:10.001000Z",
  };

  it.each(["approved", "transferred"])("is completed when it is %s", (status) => {
    const completed = {
      kind: "completed",
      providerReference: "104821",
      receipts: [receipt],
      statedAt,
    };
    expect(readStatus(one({ ...approved, status }), asked)).toEqual(completed);
    expect(readFound(list({ ...approved, status }), key)).toEqual(completed);
  });

  it("names the number that paid where it is said, however it is written, and nobody where it is none of ours", () => {
    const paidBy = (paid_phone_number: unknown) => {
      const status = readStatus(one({ ...approved, metadata: { paid_phone_number } }), asked);
      return status.kind === "completed" ? status.receipts : status;
    };
    const named = [{ ...receipt, payerNumber: "+2290166000002" }];
    for (const number of ["66000002", "0166000002", "+22966000002", "2290166000002"]) {
      expect(paidBy({ number, country: "bj" })).toEqual(named);
    }
    const elsewhere = { number: "0101000002", country: "ci" };
    expect(paidBy(elsewhere)).toEqual([{ ...receipt, payerNumber: "+2250101000002" }]);
    for (const none of [
      "66000002",
      null,
      { number: "66", country: "bj" },
      { number: "66000002" },
    ]) {
      expect(paidBy(none)).toEqual([receipt]);
    }
    expect(paidBy({ number: "+33612345678", country: "fr" })).toEqual([receipt]);
  });

  it("is no money of ours where it was given back at the provider, even when that is seen first", () => {
    const refunded = { ...approved, status: "refunded" };
    const reversal = { receiptReference: "104821", amountXof: 5_000n, reversedAt: statedAt };
    const { receiptReference: providerReference } = reversal;
    const reversed = { kind: "reversed", providerReference, receipts: [], statedAt };
    expect(readStatus(one(refunded), asked)).toEqual({ ...reversed, reversals: [reversal] });
    const at = "2026-11-21T09:00:00.000Z";
    expect(readFound(list({ ...refunded, refunded_at: at }), key)).toMatchObject({
      reversals: [{ reversedAt: "2026-11-21T09:00:00.000000Z" }],
    });
  });

  it.each([
    ["declined", "declined"],
    ["canceled", "cancelled"],
    ["expired", "expired"],
  ])("is failed when it is %s", (status, reason) => {
    const failed = { kind: "failed", providerReference: "104821", reason };
    expect(readStatus(one({ ...transaction, status }), asked)).toEqual(failed);
  });

  it("is pending, with a link only where it names one", () => {
    const pending = { kind: "pending", providerReference: "104821", paymentUrl: null };
    expect(readStatus(one(transaction), asked)).toEqual(pending);
    const url = "https://process.fedapay.com/x";
    expect(readStatus(one({ ...transaction, payment_url: url }), asked)).toEqual({
      ...pending,
      paymentUrl: url,
    });
  });

  it("does not guess when money came where it does not say", () => {
    const status = readStatus(one({ ...approved, approved_at: null }), asked);
    expect(status).toMatchObject({ receipts: [{ receivedAt: null }] });
  });

  it("is not found by its id or by a search that finds nothing, which is no failure", () => {
    expect(readStatus(notFound, asked)).toEqual({ kind: "not-found" });
    expect(readFound(list(), key)).toEqual({ kind: "not-found" });
  });

  isUnknownAfter(
    (given) => readStatus(given, asked),
    [
      ["a status nobody documented", one({ ...transaction, status: "settling" })],
      ["a status that every object has", one({ ...transaction, status: "constructor" })],
      ["a status in capitals", one({ ...transaction, status: "APPROVED" })],
      ["money of which a part was given back", one(partly("approved_partially_refunded"))],
      ["a part, behind its transfer to us", one(partly("transferred_partially_refunded"))],
      ["money given back at no known moment", timeless(one(partly("refunded")))],
      ["another order's key", one(other)],
      ["another order that bears our key", one({ ...approved, id: 104_822 })],
      ["a 404 of something in between", response(404, {})],
    ],
  );

  isUnknownAfter(
    (given) => readFound(given, key),
    [
      ["two under one key", list(transaction, { ...transaction, id: 104_822 })],
      ["a list that did not search", list(other)],
      ["a list without pages", response(200, { "v1/transactions": [] })],
    ],
  );
});

describe("a collection that is to be refunded", () => {
  const wanted = { collectionKey: key, providerReference: "104821", amountXof: xof(5_000n) };

  it.each(["approved", "transferred"])("names its payer when it is %s", (status) => {
    expect(readRefundable(one({ ...approved, status }), wanted)).toEqual({
      kind: "accepted",
      value: { customer: { id: 7_402 }, mode: "mtn_open" },
    });
  });

  const paidBy = (paid_phone_number: object) => ({ ...approved, metadata: { paid_phone_number } });

  it("names the number that paid, where it is said, which is not always who was asked", () => {
    const paid_phone_number = { number: "66000002", country: "bj" };
    const paid = one({ ...approved, customer_id: null, metadata: { paid_phone_number } });
    expect(readRefundable(paid, wanted)).toEqual({
      kind: "accepted",
      value: { customer: { phone_number: paid_phone_number }, mode: "mtn_open" },
    });
    for (const metadata of [null, [], {}, "", { expires: 1 }]) {
      const known = readRefundable(one({ ...approved, metadata }), wanted);
      expect(known).toMatchObject({ value: { customer: { id: 7_402 } } });
    }
  });

  it.each([
    "pending",
    "declined",
    "canceled",
    "expired",
    "refunded",
    "approved_partially_refunded",
    "transferred_partially_refunded",
  ])("is not refundable when it is %s", (status) => {
    const refused = { kind: "rejected", reason: "not-refundable" };
    expect(readRefundable(one({ ...approved, status }), wanted)).toEqual(refused);
  });

  it("gives back no more than came in", () => {
    const more = { ...wanted, amountXof: xof(5_001n) };
    expect(readRefundable(one(approved), more)).toMatchObject({ reason: "not-refundable" });
  });

  isUnknownAfter(
    (given) => readRefundable(given, wanted),
    [
      ["another order's key", one({ ...approved, merchant_reference: "another" })],
      ["another order that bears our key", one({ ...approved, id: 104_822 })],
      ["a status nobody documented", one({ ...approved, status: "settling" })],
      ["nobody who paid", one({ ...approved, customer_id: null })],
      ["a payer who cannot be read", one({ ...approved, metadata: { paid_phone_number: "66" } })],
      ["a payer of no country", one(paidBy({ number: "66000002", country: "" }))],
      ["a payer of no number", one(paidBy({ number: "", country: "bj" }))],
      ["a transaction that is not found", notFound],
    ],
  );
});
