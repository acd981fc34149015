import { describe, expect, it } from "vitest";
import * as reports from "./attempt-report.ts";

const meaning = {
  accepted: (reference: string) => ({
    ...reports.outcomeOfStatus({ kind: "pending" }),
    command: "initiate",
    providerReference: reference,
  }),
  rejected: (reason: string) => `fail: ${reason}`,
};

describe("the report of a call", () => {
  it("is what was accepted, as the status that it is", () => {
    const accepted = { kind: "accepted", value: "ref-1" } as const;
    expect(reports.reportOfCall("resend", accepted, meaning)).toEqual({
      step: "resend",
      kind: "accepted",
      code: null,
      command: "initiate",
      providerReference: "ref-1",
    });
  });

  it("means something for the aggregate when the first call is rejected, and only then", () => {
    const rejected = { kind: "rejected", reason: "declined" } as const;
    const first = reports.reportOfCall("call", rejected, meaning);
    expect(first).toMatchObject({ kind: "rejected", code: "declined", command: "fail: declined" });
    const again = reports.reportOfCall("resend", rejected, meaning);
    expect(again).toMatchObject({ kind: "rejected", code: "declined", command: undefined });
  });

  it("is a status where it names an order that was taken and has failed, also when it was sent again", () => {
    const rejected = { kind: "rejected", reason: "declined", takenAs: "ref-1" } as const;
    for (const step of ["call", "resend"] as const) {
      expect(reports.reportOfCall(step, rejected, meaning)).toEqual({
        ...reports.outcomeOfStatus({ kind: "failed", reason: "declined" }),
        command: "fail: declined",
        providerReference: "ref-1",
      });
    }
  });

  it("means nothing when it is unknown", () => {
    const unknown = { kind: "unknown", cause: "no-response" } as const;
    const report = reports.reportOfCall("call", unknown, meaning);
    const nothing = { step: "call", kind: "unknown", code: "no-response" };
    expect(report).toEqual({ ...nothing, providerReference: null });
    const named = { ...unknown, providerReference: "ref-1" };
    expect(reports.reportOfCall("call", named, meaning)).toEqual({
      ...nothing,
      providerReference: "ref-1",
    });
  });
});

it("is rejected by a status that says reversed: nobody has it any more", () => {
  expect(reports.outcomeOfStatus({ kind: "reversed" })).toEqual({
    step: "check-status",
    kind: "rejected",
    code: "reversed",
  });
});

describe("a call that was not made", () => {
  it("stays to be made when it was the first, and the status is checked otherwise", () => {
    const first = { step: "prepare", kind: "unknown", code: "later", notCalled: true };
    expect(reports.delayed("call", "later")).toEqual(first);
    expect(reports.delayed("resend", "later")).toEqual({ ...first, step: "check-status" });
    expect(reports.delayed("prepare", "later")).toEqual({ ...first, notCalled: false });
  });

  it("is tried again at an even pace when it waits for a neighbour", () => {
    expect(reports.notReady("call", "away")).toEqual({
      ...reports.delayed("call", "away"),
      kind: "not-ready",
    });
  });

  it("waits before its preparation, and says until when", () => {
    expect(reports.waiting("batch", 5_000)).toEqual({
      step: "prepare",
      kind: "not-ready",
      code: "batch",
      notCalled: false,
      againInMs: 5_000,
    });
  });

  it("rejects the attempt when it will never be made, unless it was perhaps made before", () => {
    expect(reports.withheld("call", "ended", "fail")).toEqual({
      ...reports.abandoned("ended", "fail"),
      notCalled: true,
    });
    expect(reports.abandoned("ended", "fail")).toEqual({
      step: "call",
      kind: "rejected",
      code: "ended",
      command: "fail",
    });
    expect(reports.withheld("resend", "ended", "fail")).toEqual(reports.delayed("resend", "ended"));
  });
});
