import { instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { unknownBecause } from "../ports/call-outcome.ts";
import { judgeAnswer, judgeCallbackAnswer, judgeClock, judgeFloats } from "./judge.ts";

describe("what an answer says about our keys", () => {
  const judge = (answer: Parameters<typeof judgeAnswer>[2]) =>
    judgeAnswer("credentials", "money in", answer).verdict;

  it.each(["not-found", "pending", "floats", "accepted"])("is fine with %s", (kind) => {
    expect(judge({ kind })).toBe("fine");
  });

  it.each([
    ["not-permitted", "wrong"],
    ["unreachable", "wrong"],
    ["no-response", "open"],
    ["connection-lost", "open"],
    ["provider-fault", "open"],
    ["provider-busy", "open"],
    ["unexpected-response", "open"],
    ["unreadable-response", "open"],
    ["never-named", "open"],
  ] as const)("is with %s: %s", (cause, verdict) => {
    expect(judge(unknownBecause(cause))).toBe(verdict);
  });

  it("is open with a refusal", () => {
    expect(judge({ kind: "rejected", reason: "unknown-account" })).toBe("open");
  });
});

describe("what the provider's clock says about ours", () => {
  const stated = instant("2026-11-21T08:00:00.000000Z");

  it.each([
    ["2026-11-21T08:01:00.000000Z", "fine", "60 s ahead"],
    ["2026-11-21T08:01:01.000000Z", "wrong", "61 s ahead"],
    ["2026-11-21T07:59:00.000000Z", "fine", "60 s behind"],
    ["2026-11-21T07:58:59.000000Z", "wrong", "61 s behind"],
  ])("received at %s it is %s: %s", (received, verdict, said) => {
    const finding = judgeClock(instant(received), stated);
    expect(finding).toMatchObject({ verdict });
    expect(finding.said).toContain(said);
  });

  it("is nothing where no answer bore a date", () => {
    expect(judgeClock(stated, null).verdict).toBe("open");
  });
});

describe("what our own address says to a callback that nobody signed", () => {
  const url = new URL("https://sanu.example/webhooks/one");

  it.each([
    [401, "fine"],
    [400, "fine"],
    [200, "fine"],
    [404, "wrong"],
    [503, "wrong"],
    [302, "wrong"],
    [405, "wrong"],
    [429, "open"],
    ["no-response", "wrong"],
  ] as const)("with %s is %s", (status, verdict) => {
    expect(judgeCallbackAnswer(url, status).verdict).toBe(verdict);
  });
});

describe("what we hold", () => {
  const floats = (...availableXof: readonly bigint[]) =>
    judgeFloats({
      kind: "floats",
      floats: availableXof.map((xof, at) => ({
        account: `a${at}`,
        channels: null,
        availableXof: xof as never,
      })),
    }).map(({ verdict }) => verdict);

  it("is wrong where it is nothing", () => {
    expect(floats(1n, 0n)).toEqual(["fine", "wrong"]);
    expect(floats()).toEqual(["wrong"]);
  });

  it("is open where nobody could read it", () => {
    expect(judgeFloats(unknownBecause("provider-fault"))).toMatchObject([{ verdict: "open" }]);
  });
});
