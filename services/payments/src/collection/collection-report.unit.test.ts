import { instant, xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { abandonedReport, callReport, delayedReport, statusReport } from "./collection-report.ts";

const at = instant("2026-11-21T10:00:00.000000Z");
const about = { isCancelRequested: false, at };
const initiated = { providerReference: "one", paymentUrl: "https://pay.example/one" };

describe("what a provider's status means", () => {
  it("initiates the payment and brings its page while it is pending", () => {
    expect(statusReport({ kind: "pending", ...initiated }, about)).toMatchObject({
      attempt: { step: "check-status", kind: "accepted" },
      command: { kind: "initiate", at },
      ...initiated,
    });
  });

  it("records every receipt once it is completed", () => {
    const receipt = { receiptReference: "r1", amountXof: xof(5n), receivedAt: at };
    const status = { kind: "completed", providerReference: "one", receipts: [receipt] } as const;
    expect(statusReport(status, about)).toMatchObject({
      attempt: { kind: "settled" },
      command: { kind: "record-receipts", receipts: [receipt], at },
    });
  });

  it("fails the payment with the provider's reason", () => {
    const status = { kind: "failed", providerReference: "one", reason: "declined" } as const;
    expect(statusReport(status, about).command).toEqual({ kind: "fail", reason: "declined", at });
  });

  it("is our expiry when the provider cancelled because we wanted it to", () => {
    const status = { kind: "failed", providerReference: "one", reason: "cancelled" } as const;
    const wanted = { ...about, isCancelRequested: true };
    expect(statusReport(status, wanted).command).toMatchObject({ reason: "expired" });
    expect(statusReport(status, about).command).toMatchObject({ reason: "cancelled" });
    const declined = { ...status, reason: "declined" } as const;
    expect(statusReport(declined, wanted).command).toMatchObject({ reason: "declined" });
  });

  it.each([{ kind: "not-found" }, { kind: "unknown", cause: "no-response" }] as const)(
    "says nothing about the payment: %o",
    (status) => {
      expect(statusReport(status, about).command).toBeUndefined();
    },
  );
});

describe("what the answer to a call means", () => {
  it("initiates the payment when the provider accepts", () => {
    expect(callReport("call", { kind: "accepted", value: initiated }, at)).toMatchObject({
      command: { kind: "initiate", at },
      ...initiated,
    });
  });

  it("fails the payment when the first call is rejected, and only then", () => {
    const rejected = { kind: "rejected", reason: "refused-by-provider" } as const;
    expect(callReport("call", rejected, at).command).toMatchObject({ kind: "fail" });
    expect(callReport("resend", rejected, at).command).toBeUndefined();
  });

  it("says nothing about the payment when it is unknown", () => {
    const unknown = { kind: "unknown", cause: "provider-fault" } as const;
    expect(callReport("call", unknown, at).command).toBeUndefined();
  });
});

describe("a call that was not made", () => {
  it("stays to be made when it was the first, and is asked about otherwise", () => {
    expect(delayedReport("call", "later")).toMatchObject({
      attempt: { step: "prepare", kind: "unknown" },
      notCalled: true,
    });
    expect(delayedReport("resend", "later").attempt.step).toBe("check-status");
  });

  it("rejects the attempt when it will never be made", () => {
    expect(abandonedReport("payment-ended").attempt.kind).toBe("rejected");
  });
});
