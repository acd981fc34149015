import type { PaymentId } from "@sanu/kernel";
import { secret } from "@sanu/platform";
import { invoiceSecret } from "@sanu/rails";
import { describe, expect, it } from "vitest";
import { invoiceSecrets } from "./invoice-secrets.ts";

const [old, next, foreign] = ["o", "n", "f"].map((letter) => letter.repeat(32));
const paymentId = "018f0000-0000-7000-8000-000000000001" as PaymentId;
const madeWith = (key = "") => invoiceSecret(Buffer.from(key), paymentId);

/** Tries deploy/runbooks/rotate-secrets.md. */
describe("while the key of invoices changes", () => {
  const before = invoiceSecrets([secret(old ?? ""), secret(next ?? "")]);
  const behind = invoiceSecrets([secret(next ?? ""), secret(old ?? "")]);

  it.each([
    ["one that makes invoices with the old key", before],
    ["one that makes them with the new key", behind],
  ])("%s takes what either made", (_who, secretOf) => {
    for (const key of [old, next]) {
      const made = madeWith(key);
      expect(secretOf(paymentId, made.paymentHash)).toEqual(made);
    }
  });

  it("new invoices are made with the first key alone", () => {
    expect([before(paymentId), behind(paymentId)]).toEqual([madeWith(old), madeWith(next)]);
  });

  it("what neither made is not taken for ours", () => {
    const { paymentHash } = madeWith(foreign);
    expect(behind(paymentId, paymentHash).paymentHash).not.toBe(paymentHash);
  });
});
