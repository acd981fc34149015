import { instant, sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { reportOfStatus } from "./report.ts";

const settledAt = instant("2026-11-21T10:00:00.000000Z");
const settled = { kind: "settled", feeSats: sats(2n), settledAt, proof: "preimage" } as const;

const terms = { attemptsMax: 3, retryPauseMs: 1_000 };
const about = { attempt: { attemptNumber: 1 }, terms, at: settledAt };

describe("what a rail's status proves", () => {
  it("is that the receiver has the sats, with the fee and the proof", () => {
    expect(reportOfStatus(settled, about)).toEqual({
      step: "check-status",
      kind: "settled",
      code: null,
      command: {
        kind: "settle",
        attemptNumber: 1,
        fee: { currency: "SATS", amountSats: 2n },
        settledAt,
      },
      providerReference: "preimage",
    });
  });

  it("is that nothing was sent, and by no fault of the receiver, when what we hold was not enough", () => {
    const status = { kind: "failed", reason: "insufficient-balance" } as const;
    const command = { kind: "reject-attempt", reason: "no-route", isOurSide: true };
    expect(reportOfStatus(status, about).command).toMatchObject(command);
    const noRoute = reportOfStatus({ kind: "failed", reason: "no-route" }, about).command;
    expect(noRoute).not.toHaveProperty("isOurSide");
  });

  it("is that nothing was sent, when the rail says failed", () => {
    expect(reportOfStatus({ kind: "failed", reason: "no-route" }, about).command).toMatchObject({
      kind: "reject-attempt",
      reason: "no-route",
    });
  });

  it.each([
    { kind: "in-flight" },
    { kind: "not-found" },
    { kind: "unknown", cause: "no-response" },
  ] as const)("is nothing: %o", (status) => {
    const nothing = { command: undefined, providerReference: null };
    expect(reportOfStatus(status, about)).toMatchObject(nothing);
  });
});
