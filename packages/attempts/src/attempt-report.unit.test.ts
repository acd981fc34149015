import { describe, expect, it } from "vitest";
import {
  abandoned,
  delayed,
  notReady,
  outcomeOfStatus,
  reportOfCall,
  withheld,
} from "./attempt-report.ts";

const meaning = {
  accepted: (reference: string) => ({
    ...outcomeOfStatus({ kind: "pending" }),
    command: "initiate",
    providerReference: reference,
  }),
  rejected: (reason: string) => `fail: ${reason}`,
};

describe("the report of a call", () => {
  it("is what was accepted, as the status that it is", () => {
    const accepted = { kind: "accepted", value: "ref-1" } as const;
    expect(reportOfCall("resend", accepted, meaning)).toEqual({
      step: "resend",
      kind: "accepted",
      code: null,
      command: "initiate",
      providerReference: "ref-1",
    });
  });

  it("means something for the aggregate when the first call is rejected, and only then", () => {
    const rejected = { kind: "rejected", reason: "declined" } as const;
    const first = reportOfCall("call", rejected, meaning);
    expect(first).toMatchObject({ kind: "rejected", code: "declined", command: "fail: declined" });
    const again = reportOfCall("resend", rejected, meaning);
    expect(again).toMatchObject({ kind: "rejected", code: "declined", command: undefined });
  });

  it("means nothing when it is unknown", () => {
    const unknown = { kind: "unknown", cause: "no-response" } as const;
    const report = reportOfCall("call", unknown, meaning);
    expect(report).toEqual({ step: "call", kind: "unknown", code: "no-response" });
  });
});

describe("a call that was not made", () => {
  it("stays to be made when it was the first, and the status is checked otherwise", () => {
    const first = { step: "prepare", kind: "unknown", code: "later", notCalled: true };
    expect(delayed("call", "later")).toEqual(first);
    expect(delayed("resend", "later")).toEqual({ ...first, step: "check-status" });
    expect(delayed("prepare", "later")).toEqual({ ...first, notCalled: false });
  });

  it("is tried again at an even pace when it waits for a neighbour", () => {
    expect(notReady("call", "away")).toEqual({ ...delayed("call", "away"), kind: "not-ready" });
  });

  it("rejects the attempt when it will never be made, unless it was perhaps made before", () => {
    expect(withheld("call", "ended", "fail")).toEqual(abandoned("ended", "fail"));
    expect(abandoned("ended", "fail")).toMatchObject({ kind: "rejected", command: "fail" });
    expect(withheld("resend", "ended", "fail")).toEqual(delayed("resend", "ended"));
  });
});
