import { instant, sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { callReport, preparationReport, statusReport } from "./send-report.ts";

const settledAt = instant("2026-11-21T10:00:00.000000Z");
const settled = { kind: "settled", feeSats: sats(2n), settledAt, proof: "preimage" } as const;

describe("what a rail's status proves", () => {
  it("is that the receiver has the sats, with the fee and the proof", () => {
    expect(statusReport(settled)).toEqual({
      attempt: { step: "check-status", kind: "settled", code: null },
      proof: { kind: "settled", fee: { currency: "SATS", amountSats: 2n }, settledAt },
      providerReference: "preimage",
      notCalled: false,
    });
  });

  it("is that nothing was sent, when the rail says failed", () => {
    expect(statusReport({ kind: "failed", reason: "no-route" }).proof).toEqual({
      kind: "rejected",
      reason: "no-route",
    });
  });

  it.each([
    { kind: "in-flight" },
    { kind: "not-found" },
    { kind: "unknown", cause: "no-response" },
  ] as const)("is nothing: %o", (status) => {
    expect(statusReport(status).proof).toBeUndefined();
  });
});

describe("what the answer to a send proves", () => {
  it("is that the receiver has the sats, when it settled at once", () => {
    expect(callReport("call", { kind: "accepted", value: settled }).proof?.kind).toBe("settled");
  });

  it("is nothing while the send is on its way or unknown", () => {
    const onItsWay = { kind: "accepted", value: { kind: "in-flight" } } as const;
    expect(callReport("call", onItsWay).proof).toBeUndefined();
    const unknown = { kind: "unknown", cause: "provider-fault" } as const;
    expect(callReport("call", unknown).proof).toBeUndefined();
  });

  it("is that nothing was sent when the first call is rejected, and only then", () => {
    const rejected = { kind: "rejected", reason: "no-route" } as const;
    expect(callReport("call", rejected).proof).toEqual({ kind: "rejected", reason: "no-route" });
    expect(callReport("resend", rejected).proof).toBeUndefined();
  });
});

it("leaves a preparation that brought nothing to be repeated", () => {
  const report = preparationReport({ kind: "unknown", code: "no-response" });
  expect(report).toMatchObject({
    attempt: { step: "prepare", kind: "unknown" },
    proof: undefined,
  });
});
