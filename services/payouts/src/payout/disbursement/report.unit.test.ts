import { instant, xof } from "@sanu/kernel";
import type { DisburseFailure } from "@sanu/rails";
import { describe, expect, it } from "vitest";
import { reportOfStatus } from "./report.ts";

const settledAt = instant("2026-11-21T10:00:00.000000Z");
const amountXof = xof(5_000n);
const providerReference = "d-7";
const terms = { attemptsMax: 5, retryPauseMs: 1_000 };
const about = { attempt: { attemptNumber: 2 }, terms, at: settledAt, amountXof };
const settled = {
  kind: "settled",
  providerReference,
  amountXof,
  feeXof: xof(50n),
  settledAt,
} as const;

describe("what a provider's status proves", () => {
  it("is that the number has the XOF, with the fee", () => {
    expect(reportOfStatus(settled, about)).toEqual({
      step: "check-status",
      kind: "settled",
      code: null,
      command: {
        kind: "settle",
        attemptNumber: 2,
        fee: { currency: "XOF", amountXof: 50n },
        settledAt,
      },
      providerReference,
    });
  });

  it("is nothing when another amount settled under our key", () => {
    const report = reportOfStatus({ ...settled, amountXof: xof(4_000n) }, about);
    expect(report).toMatchObject({ kind: "unknown", command: undefined });
  });

  it("is that its XOF are with us again, when it says reversed", () => {
    const reversedAt = settledAt;
    const status = { kind: "reversed", providerReference, amountXof, reversedAt } as const;
    expect(reportOfStatus(status, about)).toMatchObject({
      kind: "rejected",
      code: "reversed",
      command: {
        kind: "reverse",
        attempt: { attemptNumber: 2, reason: "refused-by-receiver" },
        money: { currency: "XOF", amountXof },
        providerReference,
        reversedAt,
      },
    });
  });

  it("is that less is with us again, when the provider's fee went from what it reversed", () => {
    const left = xof(4_950n);
    const status = {
      kind: "reversed",
      providerReference,
      amountXof: left,
      reversedAt: settledAt,
    } as const;
    expect(reportOfStatus(status, about)).toMatchObject({
      kind: "rejected",
      command: { kind: "reverse", money: { currency: "XOF", amountXof: left } },
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
    expect(reportOfStatus(status, about).command).toEqual({
      kind: "reject-attempt",
      attemptNumber: 2,
      reason,
      ...(said === "insufficient-float" && { isOurSide: true }),
      attemptsMax: 5,
      at: settledAt,
    });
  });

  it.each([
    { kind: "pending", providerReference },
    { kind: "not-found" },
    { kind: "unknown", cause: "no-response" },
  ] as const)("is nothing: %o", (status) => {
    const named = status.kind === "pending" ? providerReference : null;
    const nothing = { command: undefined, providerReference: named };
    expect(reportOfStatus(status, about)).toMatchObject(nothing);
  });
});
