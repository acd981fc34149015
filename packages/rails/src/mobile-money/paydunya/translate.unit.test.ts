import { describe, expect, it } from "vitest";
import { key, response, statedAt } from "../../http/samples.ts";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { created, invoice, ok, paid, refusal, token } from "./samples.ts";
import { readCreated, readInvoice, readRefundable } from "./translate.ts";

const asked = { key, token };
const foreign = { ...paid, custom_data: { ...paid.custom_data, sanu_key: "another" } };

describe("the creation of an invoice", () => {
  it.each([created, { ...created, response_code: ["00"] }, { ...created, token: `${token} ` }])(
    "is accepted with its token and page: %#",
    (body) => {
      expect(readCreated(ok(body))).toEqual({
        kind: "accepted",
        value: { providerReference: token, paymentUrl: created.response_text },
      });
    },
  );

  isUnknownAfter(readCreated, [
    ["a fault that it says of itself", refusal("5000", "Please retry later")],
    ["what it refuses payouts for", refusal("4002", "You don't have enough funds")],
    ["a code nobody documented", refusal("4009", "Invalid")],
    ["no token", ok({ ...created, token: undefined })],
    ["a token that is none", ok({ ...created, token: "a/b" })],
    ["a page that a browser would run", ok({ ...created, response_text: "javascript:alert(1)" })],
    ["a yes with 500", response(500, created)],
    ["a no without a text", ok({ response_code: "1001" })],
  ]);
});

describe("the status of an invoice", () => {
  it("is pending until it is paid", () => {
    expect(readInvoice(ok(invoice), asked)).toEqual({
      kind: "pending",
      providerReference: token,
      paymentUrl: null,
    });
  });

  it.each([5_000, "5000", "5000.00"])(
    "is completed with what came in, written as %j, and not when",
    (amount) => {
      const body = { ...paid, invoice: { token, total_amount: amount } };
      expect(readInvoice(ok(body), asked)).toEqual({
        kind: "completed",
        providerReference: token,
        receipts: [{ receiptReference: token, amountXof: 5_000n, receivedAt: null }],
        statedAt,
      });
    },
  );

  it.each([
    ["cancelled", "cancelled"],
    ["failed", "declined"],
  ])("is failed when it is %s", (status, reason) => {
    const failed = { kind: "failed", providerReference: token, reason };
    expect(readInvoice(ok({ ...invoice, status }), asked)).toEqual(failed);
  });

  isUnknownAfter(
    (given) => readInvoice(given, asked),
    [
      ["a status nobody documented", ok({ ...invoice, status: "expired" })],
      ["a status that every object has", ok({ ...invoice, status: "constructor" })],
      ["a status in capitals", ok({ ...paid, status: "COMPLETED" })],
      ["another order's key", ok(foreign)],
      ["no data of ours", ok({ ...paid, custom_data: [] })],
      ["another invoice", ok({ ...paid, invoice: { token: "another", total_amount: 5_000 } })],
      ["no franc at all", ok({ ...paid, invoice: { token, total_amount: 0 } })],
      ["parts of a franc", ok({ ...paid, invoice: { token, total_amount: "5000.50" } })],
      ["a token that it does not know", refusal("1001", "Invoice not found")],
    ],
  );
});

describe("an invoice that is to be refunded", () => {
  const of = { ...asked, amountXof: 5_000n };

  it("names whom the money was asked from", () => {
    expect(readRefundable(ok(paid), of)).toEqual({
      kind: "accepted",
      value: { number: "+2290140000001", channel: "CELTIIS_BENIN" },
    });
  });

  it.each(["pending", "cancelled", "failed"])("is not refundable when it is %s", (status) => {
    expect(readRefundable(ok({ ...invoice, status }), of)).toEqual({
      kind: "rejected",
      reason: "not-refundable",
    });
  });

  it.each(["40000001", "0140000001", "+229 01 40 00 00 01", 40_000_001, "", null])(
    "is one where its page names the same payer, or nobody: %j",
    (phone) => {
      expect(readRefundable(ok({ ...paid, customer: { phone } }), of).kind).toBe("accepted");
    },
  );

  it.each(["0140000002", "0000001", "+229 97****01", "nobody"])(
    "is a person's where its page names anything else: %s",
    (phone) => {
      const body = { ...paid, customer: { phone } };
      expect(readRefundable(ok(body), of)).toEqual({ kind: "rejected", reason: "not-refundable" });
    },
  );

  it("gives back no more than came in", () => {
    expect(readRefundable(ok(paid), { ...of, amountXof: 5_001n })).toEqual({
      kind: "rejected",
      reason: "not-refundable",
    });
  });

  isUnknownAfter(
    (given) => readRefundable(given, of),
    [
      ["another order's key", ok(foreign)],
      ["a status nobody documented", ok({ ...paid, status: "settled" })],
      ["nobody who paid", ok({ ...paid, custom_data: { sanu_key: key } })],
      ["another invoice", ok({ ...paid, invoice: { token: "another", total_amount: 5_000 } })],
    ],
  );
});
