import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { invoiceSecret } from "./invoice-secret.ts";

const key = Buffer.alloc(32, 7);
const payment = "019a0000-0000-7000-8000-000000000001";

describe("the secret of an invoice", () => {
  it("is the same after every crash, and stays the same in every release", () => {
    expect(invoiceSecret(key, payment).paymentHash).toBe(
      "2812fb149397d41462e5e1a63bc7bf66a2307738e0b80b77a7bed7f87a78fab0",
    );
  });

  it("has a preimage whose SHA-256 is the payment hash, as Lightning demands", () => {
    const { preimage, paymentHash } = invoiceSecret(key, payment);
    expect(preimage).toMatch(/^[0-9a-f]{64}$/);
    const hash = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex");
    expect(hash).toBe(paymentHash);
  });

  it("is another one for another payment and another key", () => {
    const secrets = [
      invoiceSecret(key, payment),
      invoiceSecret(key, payment.replace("1", "2")),
      invoiceSecret(Buffer.alloc(32, 8), payment),
    ];
    expect(new Set(secrets.map(({ preimage }) => preimage)).size).toBe(secrets.length);
  });

  it("is not made under a key that could be guessed", () => {
    expect(() => invoiceSecret(Buffer.alloc(31), payment)).toThrow(RangeError);
  });
});
