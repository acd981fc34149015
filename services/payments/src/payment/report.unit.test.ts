import { type AttemptSituation, untouched } from "@sanu/attempts";
import { instant, plusMs, xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { type AboutStatus, aboutStatus, reportOfStatus } from "./report.ts";

const at = instant("2026-11-21T10:00:00.000000Z");
const graceMs = 60_000;
const terms = { promptLifeMs: 300_000, graceMs };
const about: AboutStatus = {
  attemptNumber: 1,
  isCancelRequested: false,
  isPromptOver: false,
  hasEnded: false,
  graceMs,
  at,
};
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
    const statedAt = plusMs(at, 1);
    const came = { receipts: [receipt], statedAt } as const;
    const status = { kind: "completed", providerReference: "one", ...came } as const;
    expect(reportOfStatus(status, about)).toMatchObject({
      kind: "settled",
      command: { kind: "record-receipts", ...came, graceMs, at },
    });
  });

  it("records what was taken back beside what stands", () => {
    const receipt = { receiptReference: "r1", amountXof: xof(5n), receivedAt: at };
    const reversal = { receiptReference: "r2", amountXof: xof(5n), reversedAt: at };
    const of = { providerReference: "one", reversals: [reversal], statedAt: at } as const;
    const status = { kind: "reversed", ...of } as const;
    expect(reportOfStatus({ ...status, receipts: [] }, about)).toMatchObject({
      kind: "rejected",
      code: "reversed",
      command: { kind: "record-receipts", receipts: [], reversals: [reversal], statedAt: at, at },
    });
    expect(reportOfStatus({ ...status, receipts: [receipt] }, about)).toMatchObject({
      kind: "settled",
      command: { receipts: [receipt], reversals: [reversal] },
    });
  });

  it("fails the payment with the provider's reason", () => {
    const status = { kind: "failed", providerReference: "one", reason: "declined" } as const;
    const command = { kind: "fail", attemptNumber: 1, reason: "declined", at };
    expect(reportOfStatus(status, about).command).toEqual(command);
  });

  it("is our expiry when the provider cancelled because we wanted it to", () => {
    const status = { kind: "failed", providerReference: "one", reason: "cancelled" } as const;
    const wanted = { ...about, isCancelRequested: true };
    expect(reportOfStatus(status, wanted).command).toMatchObject({ reason: "expired" });
    expect(reportOfStatus(status, about).command).toMatchObject({ reason: "cancelled" });
    const declined = { ...status, reason: "declined" } as const;
    expect(reportOfStatus(declined, wanted).command).toMatchObject({ reason: "declined" });
  });

  it("is that nobody paid where a provider still waits when nobody can pay any more", () => {
    const over = { ...about, isCancelRequested: true, isPromptOver: true };
    expect(reportOfStatus({ kind: "pending", ...initiated }, over)).toEqual({
      step: "check-status",
      kind: "rejected",
      code: "expired",
      command: { kind: "fail", attemptNumber: 1, reason: "expired", at },
      providerReference: initiated.providerReference,
      paymentLink: null,
    });
  });

  it("is no news where a provider still waits behind the end", () => {
    const ended = { ...about, isCancelRequested: true, isPromptOver: true, hasEnded: true };
    const report = reportOfStatus({ kind: "pending", ...initiated }, ended);
    expect(report).toMatchObject({ kind: "accepted", command: undefined });
  });

  it.each([{ kind: "not-found" }, { kind: "unknown", cause: "no-response" }] as const)(
    "says nothing about the payment: %o",
    (status) => {
      const over = { ...about, isCancelRequested: true, isPromptOver: true };
      expect(reportOfStatus(status, about)).toMatchObject({ providerReference: null });
      expect(reportOfStatus(status, about).command).toBeUndefined();
      expect(reportOfStatus(status, over)).toMatchObject({ kind: status.kind, command: undefined });
    },
  );
});

describe("whether an order can still be paid", () => {
  const called = { calledAt: at, createdAt: plusMs(at, -1_000), state: "accepted" } as const;
  const isPromptOver = (afterMs: number, changes: Partial<AttemptSituation> = {}) => {
    const attempt = {
      ...attemptOf(called),
      attemptNumber: 1,
      claimedAt: plusMs(at, afterMs),
      ...changes,
    };
    return aboutStatus(attempt, terms, at).isPromptOver;
  };

  it("is over with the longest life of a prompt, counted from the last call, and the grace", () => {
    expect(isPromptOver(359_999)).toBe(false);
    expect(isPromptOver(360_000)).toBe(true);
  });

  it("is not over while the order is wanted", () => {
    expect(isPromptOver(86_400_000, { cancelRequested: false })).toBe(false);
  });
});

function attemptOf(
  changes: Pick<AttemptSituation, "calledAt" | "createdAt" | "state">,
): Omit<AttemptSituation, "claimedAt"> {
  return {
    ...untouched,
    kind: "collection",
    calls: 1,
    statusChecks: 1,
    cancelRequested: true,
    ...changes,
  };
}
