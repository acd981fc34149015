import { instant, sats, xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { unknownBecause } from "../ports/call-outcome.ts";
import { attemptAfter } from "./attempt-after.ts";
import { reportOfCall, reportOfPreparation, reportOfStatus } from "./attempt-report.ts";
import type { AttemptSituation } from "./attempt-situation.ts";

const at = instant("2026-11-21T07:00:00.000000Z");
const open: AttemptSituation = {
  kind: "send",
  state: "open",
  naturalKey: "hash",
  calledAt: at,
  calls: 1,
  asks: 0,
  askWanted: false,
  cancelWanted: false,
  lastError: null,
  nextAt: at,
  createdAt: at,
  reviewedAt: null,
};
const unknown: AttemptSituation = { ...open, state: "unknown", asks: 3, lastError: "no-answer" };
const settled = { kind: "settled", feeSats: sats(1n), settledAt: at, proof: null } as const;
const noAnswer = unknownBecause("no-answer");

describe("the answer to a call", () => {
  it("that accepts is followed by questions", () => {
    const report = reportOfCall("call", { kind: "accepted", value: { kind: "in-flight" } });
    expect(attemptAfter(open, report)).toEqual({
      state: "accepted",
      nextInMs: 1_000,
      asks: 0,
      lastError: null,
    });
  });

  it("that already settles ends the attempt", () => {
    const report = reportOfCall("call", { kind: "accepted", value: settled });
    expect(attemptAfter(open, report)).toMatchObject({ state: "settled", nextInMs: null });
  });

  it("that definitely refuses ends the attempt", () => {
    const report = reportOfCall("call", { kind: "rejected", reason: "no-route" });
    expect(attemptAfter(open, report)).toMatchObject({ state: "rejected", lastError: "no-route" });
  });

  it("that never came leaves the attempt unknown", () => {
    expect(attemptAfter(open, reportOfCall("call", noAnswer))).toEqual({
      state: "unknown",
      nextInMs: 1_000,
      asks: 0,
      lastError: "no-answer",
    });
  });

  it("that refuses a key sent again proves nothing about the first time", () => {
    const report = reportOfCall("resend", { kind: "rejected", reason: "refused-by-provider" });
    expect(attemptAfter(unknown, report)).toMatchObject({
      state: "unknown",
      lastError: "rejected-when-resent",
    });
  });
});

describe("the answer to a question", () => {
  it("that says not found is no failure", () => {
    expect(attemptAfter(unknown, reportOfStatus({ kind: "not-found" }))).toMatchObject({
      state: "unknown",
      lastError: "not-found",
    });
  });

  it("that says failed is definite", () => {
    const report = reportOfStatus({ kind: "failed", reason: "no-route" });
    expect(attemptAfter(unknown, report)).toMatchObject({ state: "rejected", nextInMs: null });
  });

  it("that says paid is definite", () => {
    const completed = {
      kind: "completed",
      providerReference: "p-1",
      receipts: [{ receiptReference: "r-1", amountXof: xof(100n), receivedAt: at }],
    } as const;
    expect(attemptAfter(unknown, reportOfStatus(completed)).state).toBe("settled");
  });

  it("does not take back what the provider once accepted", () => {
    const accepted: AttemptSituation = { ...open, state: "accepted" };
    expect(attemptAfter(accepted, reportOfStatus({ kind: "not-found" })).state).toBe("accepted");
    expect(attemptAfter(accepted, reportOfStatus(noAnswer)).state).toBe("accepted");
  });

  it("is waited for twice as long each time, up to a minute, and hourly under review", () => {
    const delays = [0, 1, 2, 3, 5, 6, 50].map(
      (asks) => attemptAfter({ ...unknown, asks }, reportOfStatus(noAnswer)).nextInMs,
    );
    expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 60_000, 60_000, 60_000]);
    const inReview = attemptAfter({ ...unknown, reviewedAt: at }, reportOfStatus(noAnswer));
    expect(inReview.nextInMs).toBe(3_600_000);
  });
});

describe("a preparation", () => {
  const unprepared: AttemptSituation = { ...open, naturalKey: null, calledAt: null, calls: 0 };

  it("that brought nothing leaves the attempt open, since nothing can have been sent", () => {
    expect(attemptAfter(unprepared, reportOfPreparation(noAnswer))).toMatchObject({
      state: "open",
      nextInMs: 2_000,
      asks: 1,
    });
  });

  it("that shows the receiver cannot be paid ends the attempt", () => {
    const report = reportOfPreparation({ kind: "rejected", reason: "destination-unusable" });
    expect(attemptAfter(unprepared, report).state).toBe("rejected");
  });
});

describe("a final attempt", () => {
  it.each(["settled", "rejected"] as const)("that is %s stays so whatever is heard", (state) => {
    const final: AttemptSituation = { ...open, state };
    const other = state === "settled" ? "failed" : "settled";
    const report =
      other === "failed"
        ? reportOfStatus({ kind: "failed", reason: "no-route" })
        : reportOfStatus(settled);
    expect(attemptAfter(final, report)).toMatchObject({ state, nextInMs: null });
  });
});
