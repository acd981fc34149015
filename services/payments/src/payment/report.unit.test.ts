import { instant, xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { reportOfStatus } from "./report.ts";

const at = instant("2026-11-21T10:00:00.000000Z");
const about = { isCancelRequested: false, at };
const initiated = { providerReference: "one", paymentUrl: "https://pay.example/one" };

describe("what a provider's status means", () => {
  it("initiates the payment and brings its page while it is pending", () => {
    expect(reportOfStatus({ kind: "pending", ...initiated }, about)).toMatchObject({
      step: "check-status",
      kind: "accepted",
      command: { kind: "initiate", at },
      providerReference: initiated.providerReference,
      paymentLink: initiated.paymentUrl,
    });
  });

  it("records every receipt once it is completed", () => {
    const receipt = { receiptReference: "r1", amountXof: xof(5n), receivedAt: at };
    const status = { kind: "completed", providerReference: "one", receipts: [receipt] } as const;
    expect(reportOfStatus(status, about)).toMatchObject({
      kind: "settled",
      command: { kind: "record-receipts", receipts: [receipt], at },
    });
  });

  it("fails the payment with the provider's reason", () => {
    const status = { kind: "failed", providerReference: "one", reason: "declined" } as const;
    expect(reportOfStatus(status, about).command).toEqual({ kind: "fail", reason: "declined", at });
  });

  it("is our expiry when the provider cancelled because we wanted it to", () => {
    const status = { kind: "failed", providerReference: "one", reason: "cancelled" } as const;
    const wanted = { ...about, isCancelRequested: true };
    expect(reportOfStatus(status, wanted).command).toMatchObject({ reason: "expired" });
    expect(reportOfStatus(status, about).command).toMatchObject({ reason: "cancelled" });
    const declined = { ...status, reason: "declined" } as const;
    expect(reportOfStatus(declined, wanted).command).toMatchObject({ reason: "declined" });
  });

  it.each([{ kind: "not-found" }, { kind: "unknown", cause: "no-response" }] as const)(
    "says nothing about the payment: %o",
    (status) => {
      expect(reportOfStatus(status, about).command).toBeUndefined();
    },
  );
});
