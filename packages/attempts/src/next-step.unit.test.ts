import { instant, plusMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { type AttemptSituation, untouched } from "./attempt.ts";
import { nextStep } from "./next-step.ts";
import { HOLD_REQUESTED } from "./retry-rule.ts";

const createdAt = instant("2026-11-21T07:00:00.000000Z");
const now = instant("2026-11-21T07:00:30.000000Z");
const nextDay = instant("2026-11-22T07:00:00.000000Z");

const fresh: AttemptSituation = {
  ...untouched,
  kind: "collection",
  nextAt: createdAt,
  createdAt,
  claimedAt: now,
};
const called: AttemptSituation = { ...fresh, calledAt: createdAt, calls: 1 };
const notFound: AttemptSituation = {
  ...called,
  state: "unknown",
  statusChecks: 1,
  lastError: "not-found",
  notFoundAt: createdAt,
};

function stepOf(
  attempt: AttemptSituation,
  rule: "resend-same-key" | "check-status-only",
  at = now,
) {
  return nextStep(attempt, rule, at).kind;
}

describe("an attempt that nobody has called", () => {
  it("is called, however old it is", () => {
    expect(stepOf(fresh, "check-status-only")).toBe("call");
    expect(stepOf(fresh, "check-status-only", nextDay)).toBe("call");
  });

  it("is prepared first where bitcoin goes out", () => {
    expect(stepOf({ ...fresh, kind: "send" }, "resend-same-key")).toBe("prepare");
    expect(stepOf({ ...fresh, kind: "send", naturalKey: "hash" }, "resend-same-key")).toBe("call");
  });

  it("needs no preparing where the provider knows it by the attempt's own key", () => {
    expect(stepOf({ ...fresh, kind: "disbursement" }, "resend-same-key")).toBe("call");
  });

  it("waits for its time", () => {
    const at = plusMs(now, 1);
    expect(nextStep({ ...fresh, nextAt: at }, "check-status-only", now)).toEqual({
      kind: "wait-until",
      at,
    });
  });

  it("goes to a person when something of our own, or an answer nobody understands, has held it up for an hour", () => {
    for (const lastError of ["destination-unavailable", "unexpected-response"]) {
      const unprepared = { ...fresh, kind: "send", statusChecks: 60, lastError } as const;
      expect(stepOf(unprepared, "resend-same-key")).toBe("prepare");
      expect(stepOf(unprepared, "resend-same-key", nextDay)).toBe("give-to-review");
    }
  });

  it.each(["unreachable", "provider-fault", "no-response"])(
    "is prepared for a week while its provider is out (%s): a person could only wait as well",
    (lastError) => {
      for (const rule of ["resend-same-key", "check-status-only"] as const) {
        const unprepared = { ...fresh, kind: "send", statusChecks: 60, lastError } as const;
        expect(stepOf(unprepared, rule, plusMs(createdAt, 604_799_000))).toBe("prepare");
        expect(stepOf(unprepared, rule, plusMs(createdAt, 604_800_000))).toBe("give-to-review");
      }
    },
  );
});

describe("an attempt that may have been called", () => {
  it.each(["open", "unknown", "accepted"] as const)("is asked about when it is %s", (state) => {
    expect(stepOf({ ...called, state }, "resend-same-key")).toBe("check-status");
    expect(stepOf({ ...called, state }, "check-status-only")).toBe("check-status");
  });

  it("is never sent again on a time-out, whatever the rail allows", () => {
    const timedOut: AttemptSituation = { ...called, state: "unknown", lastError: "no-response" };
    expect(stepOf(timedOut, "resend-same-key")).toBe("check-status");
  });

  it("is sent again with its key only when the provider does not know it and the rail allows it", () => {
    expect(stepOf(notFound, "resend-same-key")).toBe("resend");
    expect(stepOf(notFound, "check-status-only")).toBe("check-status");
  });

  it("is not sent again while the provider may still be looking", () => {
    const early = instant("2026-11-21T07:00:02.999000Z");
    const grown = instant("2026-11-21T07:00:03.000000Z");
    const due = { ...notFound, nextAt: createdAt };
    expect(nextStep(due, "resend-same-key", early).kind).toBe("check-status");
    expect(nextStep(due, "resend-same-key", grown).kind).toBe("resend");
  });

  it("is sent again after ever longer pauses, up to minutes, and however often it takes", () => {
    const resentAfter = (calls: number, ms: number) =>
      nextStep({ ...notFound, calls }, "resend-same-key", plusMs(createdAt, ms)).kind;
    for (const [calls, pauseMs] of [
      [1, 3_000],
      [2, 6_000],
      [5, 48_000],
      [60, 300_000],
      [10_000, 300_000],
    ] as const) {
      expect(resentAfter(calls, pauseMs - 1)).toBe("check-status");
      expect(resentAfter(calls, pauseMs)).toBe("resend");
    }
  });

  it("is not sent again once the provider had it", () => {
    expect(stepOf({ ...notFound, state: "accepted" }, "resend-same-key")).toBe("check-status");
  });

  it("goes to a person once, after an hour, and is then asked about for ever", () => {
    expect(stepOf({ ...called, state: "unknown" }, "check-status-only", nextDay)).toBe(
      "give-to-review",
    );
    const reviewed: AttemptSituation = { ...called, state: "unknown", reviewedAt: now };
    expect(stepOf(reviewed, "check-status-only", nextDay)).toBe("check-status");
    const long = { ...reviewed, statusChecks: 100_000 };
    expect(stepOf(long, "check-status-only", nextDay)).toBe("check-status");
  });

  it("is never called or sent again once a person was asked, whatever the provider says later", () => {
    for (const attempt of [fresh, notFound, { ...notFound, callError: "provider-fault" }]) {
      const inReview = { ...attempt, reviewedAt: now, statusChecks: 5 };
      const { kind } = nextStep(inReview, "resend-same-key", nextDay);
      expect(kind).toBe(attempt.calledAt === null ? "wait-until" : "check-status");
    }
    const unprepared: AttemptSituation = { ...fresh, kind: "send", reviewedAt: now };
    expect(stepOf(unprepared, "resend-same-key", nextDay)).toBe("wait-until");
    expect(stepOf({ ...unprepared, cancelRequested: true }, "resend-same-key")).toBe("withdraw");
  });
});

describe("an attempt that an outage holds up", () => {
  const ms = (hours: number) => plusMs(createdAt, hours * 3_600_000);
  const unknown: AttemptSituation = { ...called, state: "unknown", statusChecks: 9 };
  const stepAt = (attempt: AttemptSituation, hours: number) =>
    stepOf({ ...attempt, lastError: "no-response" }, "resend-same-key", ms(hours));

  it("goes on by itself while its provider says that it does not have it", () => {
    const known = { ...unknown, notFoundAt: ms(71) };
    expect(stepAt(known, 71.9)).toBe("check-status");
    expect(stepAt(known, 72.1)).toBe("give-to-review");
  });

  it.each(["unreachable", "provider-fault", "provider-busy", "not-permitted"])(
    "goes on by itself where the call most probably moved nothing: %s",
    (callError) => {
      expect(stepAt({ ...unknown, callError }, 72)).toBe("check-status");
      expect(stepAt({ ...unknown, callError }, 7 * 24)).toBe("give-to-review");
      expect(stepAt({ ...unknown, callError, state: "accepted" }, 1)).toBe("give-to-review");
      const unwanted = { ...unknown, callError, cancelRequested: true };
      expect(stepAt(unwanted, 1)).toBe("give-to-review");
    },
  );

  it.each(["no-response", "connection-lost", "unreadable-response", null])(
    "goes to a person after an hour where the call may have moved money: %s",
    (callError) => expect(stepAt({ ...unknown, callError }, 1)).toBe("give-to-review"),
  );

  it("has its hour from the call that was taken at last", () => {
    const taken: AttemptSituation = { ...unknown, state: "accepted", calls: 9, calledAt: ms(72) };
    expect(stepAt(taken, 72.9)).toBe("check-status");
    expect(stepAt(taken, 73)).toBe("give-to-review");
  });

  it.each(["accepted", "unknown"] as const)(
    "has its hour from its only call, however late that was made: %s",
    (state) => {
      const late: AttemptSituation = { ...unknown, state, statusChecks: 1, calledAt: ms(3) };
      expect(stepAt(late, 3.01)).toBe("check-status");
      expect(stepAt(late, 3.99)).toBe("check-status");
      expect(stepAt(late, 4)).toBe("give-to-review");
    },
  );

  it("goes to a person after an hour where the rail may not send again", () => {
    const failed = { ...notFound, callError: "provider-fault", notFoundAt: ms(1) };
    expect(stepOf(failed, "check-status-only", ms(1))).toBe("give-to-review");
  });

  it("goes to a person after an hour where it is not called again, because it shall be held", () => {
    const held = { ...unknown, callError: HOLD_REQUESTED, notFoundAt: ms(0.9) };
    expect(stepAt(held, 0.9)).toBe("check-status");
    expect(stepAt(held, 1)).toBe("give-to-review");
  });

  it("goes to a person after an hour where it was never called, for want of something of ours", () => {
    const waiting = { ...fresh, statusChecks: 120, lastError: "destination-unavailable" };
    expect(stepOf(waiting, "resend-same-key", ms(0.99))).toBe("call");
    expect(stepOf(waiting, "resend-same-key", ms(1))).toBe("give-to-review");
  });
});

describe("an attempt whose payer takes his time", () => {
  const waiting: AttemptSituation = { ...called, state: "accepted", statusChecks: 40 };

  it.each(["collection", "invoice"] as const)(
    "as a %s, is nothing for a person to look at while its provider answers",
    (kind) => {
      expect(stepOf({ ...waiting, kind }, "check-status-only", nextDay)).toBe("check-status");
      const unread = { ...waiting, kind, lastError: "no-response" };
      expect(stepOf(unread, "check-status-only", nextDay)).toBe("give-to-review");
    },
  );

  it("is for a person to look at where money goes out", () => {
    const send = { ...waiting, kind: "send", naturalKey: "one" } as const;
    expect(stepOf(send, "check-status-only", nextDay)).toBe("give-to-review");
  });
});

describe("an attempt that is no longer wanted", () => {
  it("is withdrawn without a call where there was none", () => {
    expect(stepOf({ ...fresh, cancelRequested: true }, "resend-same-key")).toBe("withdraw");
    const unprepared: AttemptSituation = { ...fresh, kind: "send", cancelRequested: true };
    expect(stepOf(unprepared, "resend-same-key")).toBe("withdraw");
  });

  it("is cancelled where the provider may have it, and never sent again", () => {
    expect(stepOf({ ...called, cancelRequested: true }, "resend-same-key")).toBe("cancel");
    expect(stepOf({ ...notFound, cancelRequested: true }, "resend-same-key")).toBe("cancel");
  });

  it("is only asked about once it is final", () => {
    const ended = { state: "settled", nextAt: null } as const;
    const final: AttemptSituation = { ...called, ...ended, cancelRequested: true };
    expect(stepOf(final, "resend-same-key")).toBe("rest");
    expect(stepOf({ ...final, statusCheckRequested: true }, "resend-same-key")).toBe(
      "check-status",
    );
  });
});

describe("a final attempt", () => {
  it.each(["settled", "rejected"] as const)("rests when it is %s", (state) => {
    expect(stepOf({ ...called, state, nextAt: null }, "resend-same-key", nextDay)).toBe("rest");
  });

  it("is asked about until the question that somebody wanted is answered", () => {
    const waiting: AttemptSituation = { ...called, state: "rejected", cancelRequested: true };
    expect(stepOf(waiting, "resend-same-key", nextDay)).toBe("check-status");
    const later = { ...waiting, nextAt: nextDay };
    expect(stepOf(later, "resend-same-key")).toBe("wait-until");
    expect(stepOf({ ...waiting, calledAt: null }, "resend-same-key", nextDay)).toBe("rest");
  });

  it("is asked about again when a callback speaks of it: money may have come late", () => {
    expect(
      stepOf({ ...called, state: "rejected", statusCheckRequested: true }, "check-status-only"),
    ).toBe("check-status");
  });

  it("that was never called has nothing to ask", () => {
    expect(
      stepOf({ ...fresh, state: "rejected", statusCheckRequested: true }, "check-status-only"),
    ).toBe("rest");
  });
});
