import { instant, xof } from "@sanu/kernel";
import type { DisburseFailure } from "@sanu/rails";
import { describe, expect, it } from "vitest";
import { callReport, statusReport } from "./disburse-report.ts";

const settledAt = instant("2026-11-21T10:00:00.000000Z");
const amountXof = xof(5_000n);
const providerReference = "d-7";
const settled = {
  kind: "settled",
  providerReference,
  amountXof,
  feeXof: xof(50n),
  settledAt,
} as const;

describe("what a provider's status proves", () => {
  it("is that the number has the XOF, with the fee", () => {
    expect(statusReport(settled, amountXof)).toEqual({
      attempt: { step: "check-status", kind: "settled", code: null },
      proof: { kind: "settled", fee: { currency: "XOF", amountXof: 50n }, settledAt },
      providerReference,
      notCalled: false,
    });
  });

  it("is nothing when another amount settled under our key", () => {
    const report = statusReport({ ...settled, amountXof: xof(4_000n) }, amountXof);
    expect(report).toMatchObject({ attempt: { kind: "unknown" }, proof: undefined });
    const accepted = { kind: "accepted", value: { ...settled, amountXof: xof(4_000n) } } as const;
    expect(callReport("call", accepted, amountXof)).toMatchObject({
      attempt: { step: "call", kind: "unknown" },
      proof: undefined,
    });
  });

  it.each<readonly [DisburseFailure, string]>([
    ["channel-closed", "no-route"],
    ["insufficient-float", "no-route"],
    ["receiver-not-found", "destination-unusable"],
    ["receiver-wallet-full", "refused-by-receiver"],
    ["refused-by-provider", "refused-by-receiver"],
  ])("is that nothing was paid, when the provider says failed: %s means %s", (said, reason) => {
    const status = { kind: "failed", providerReference, reason: said } as const;
    expect(statusReport(status, amountXof).proof).toEqual({ kind: "rejected", reason });
  });

  it.each([
    { kind: "pending", providerReference },
    { kind: "not-found" },
    { kind: "unknown", cause: "no-response" },
  ] as const)("is nothing: %o", (status) => {
    expect(statusReport(status, amountXof).proof).toBeUndefined();
  });
});

describe("what the answer to a disbursement proves", () => {
  it("is that the number has the XOF, when it settled at once", () => {
    const report = callReport("call", { kind: "accepted", value: settled }, amountXof);
    expect(report).toMatchObject({
      attempt: { step: "call", kind: "settled" },
      proof: { kind: "settled" },
    });
  });

  it("is nothing while it is on its way or unknown", () => {
    const pending = { kind: "accepted", value: { kind: "pending", providerReference } } as const;
    expect(callReport("call", pending, amountXof)).toMatchObject({
      attempt: { kind: "accepted" },
      proof: undefined,
      providerReference,
    });
    const unknown = { kind: "unknown", cause: "provider-fault" } as const;
    expect(callReport("call", unknown, amountXof).proof).toBeUndefined();
  });

  it("is that nothing was paid when the first call is rejected, and only then", () => {
    const rejected = { kind: "rejected", reason: "channel-closed" } as const;
    expect(callReport("call", rejected, amountXof).proof).toEqual({
      kind: "rejected",
      reason: "no-route",
    });
    expect(callReport("resend", rejected, amountXof).proof).toBeUndefined();
  });
});
