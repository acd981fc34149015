import { instant, plusMs, sats, xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { AttemptSituation } from "./attempt.ts";
import { type AttemptChange, attemptAfter } from "./attempt-after.ts";
import { attemptLimits } from "./attempt-limits.ts";
import {
  outcomeOfStatus,
  type RailOutcome,
  type RailStatus,
  reportOfCall,
  waiting,
} from "./attempt-report.ts";
import { nextStep } from "./next-step.ts";

const at = instant("2026-11-21T07:00:00.000000Z");
const open: AttemptSituation = {
  kind: "send",
  state: "open",
  naturalKey: "hash",
  calledAt: at,
  calls: 1,
  statusChecks: 0,
  statusCheckRequested: false,
  cancelRequested: false,
  lastError: null,
  nextAt: at,
  createdAt: at,
  claimedAt: at,
  callError: null,
  notFoundAt: null,
  reviewedAt: null,
  concludedAt: null,
  isMaybeSent: false,
};
const unknown: AttemptSituation = {
  ...open,
  state: "unknown",
  statusChecks: 3,
  lastError: "no-response",
};
const settled = { kind: "settled", feeSats: sats(1n), settledAt: at, proof: null } as const;
const noAnswer = { kind: "unknown", cause: "no-response" } as const;

/** The report of a call on a rail that answers with a status. */
function called(step: "call" | "resend", outcome: RailOutcome<RailStatus, string>) {
  return reportOfCall(step, outcome, { accepted: outcomeOfStatus, rejected: () => "rejected" });
}

describe("a collection that came to nothing", () => {
  const collection: AttemptSituation = { ...open, kind: "collection", state: "accepted" };
  const failed = outcomeOfStatus({ kind: "failed", reason: "expired" });

  it("is checked once more, because somebody can still pay it", () => {
    expect(attemptAfter(collection, failed)).toMatchObject({ state: "rejected", nextInMs: 60_000 });
  });

  it("is checked again after each response, until it is old", () => {
    const rejected = (ageMs: number): AttemptSituation => ({
      ...collection,
      state: "rejected",
      claimedAt: plusMs(at, ageMs),
    });
    expect(attemptAfter(rejected(60_000), failed)).toMatchObject({ nextInMs: 180_000 });
    expect(attemptAfter(rejected(3 * 86_400_000), failed).nextInMs).toBeNull();
  });

  it("is asked about quickly where a look has no answer, however often it was asked before its end", () => {
    const ended = attemptAfter({ ...collection, statusChecks: 31 }, failed);
    const looked = { ...collection, ...ended, nextAt: at };
    expect(attemptAfter(looked, outcomeOfStatus(noAnswer))).toMatchObject({ nextInMs: 1_000 });
  });

  it("is not checked again where the provider refused it at once: then nobody can pay it", () => {
    const refused = called("call", { kind: "rejected", reason: "payer-unknown" });
    expect(attemptAfter({ ...collection, state: "open" }, refused).nextInMs).toBeNull();
  });
});

describe("the answer to a call", () => {
  it("that accepts is followed by questions", () => {
    const report = called("call", { kind: "accepted", value: { kind: "in-flight" } });
    expect(attemptAfter(open, report)).toEqual({
      state: "accepted",
      nextInMs: 1_000,
      statusChecks: 0,
      lastError: null,
      callError: null,
    });
  });

  it("that accepts is followed by questions later where somebody calls back", () => {
    const report = called("call", { kind: "accepted", value: { kind: "in-flight" } });
    const limits = { ...attemptLimits, statusCheckAcceptedFirstMs: 10_000 };
    const nextInMs = (statusChecks: number) => {
      const status = outcomeOfStatus({ kind: "in-flight" });
      return attemptAfter({ ...open, state: "accepted", statusChecks }, status, limits).nextInMs;
    };
    expect(attemptAfter(open, report, limits)).toMatchObject({ nextInMs: 10_000, statusChecks: 0 });
    expect([0, 1, 2, 3, 9].map(nextInMs)).toEqual([20_000, 30_000, 30_000, 30_000, 30_000]);
    const lost = attemptAfter(open, called("call", noAnswer), limits);
    expect(lost).toMatchObject({ state: "unknown", nextInMs: 1_000 });
    const slow = { ...limits, statusCheckFirstMs: 30_000 };
    expect(attemptAfter(open, report, slow)).toMatchObject({ nextInMs: 30_000 });
  });

  it("that accepts is followed by questions as often as any other, where nobody calls back", () => {
    const limits = { ...attemptLimits, statusCheckMostMs: 2_000 };
    const pausesMs = (more: Partial<AttemptSituation>) =>
      [0, 1, 2, 9].map((statusChecks) => {
        const accepted: AttemptSituation = { ...open, state: "accepted", statusChecks, ...more };
        const pending = outcomeOfStatus({ kind: "in-flight" });
        return attemptAfter(accepted, pending, limits).nextInMs;
      });
    expect(pausesMs({})).toEqual([2_000, 2_000, 2_000, 2_000]);
    const calledOff = { cancelRequested: true, claimedAt: plusMs(at, 900_000) };
    expect(pausesMs(calledOff)).toEqual([2_000, 2_000, 2_000, 2_000]);
  });

  describe("while nobody pays", () => {
    const limits = {
      ...attemptLimits,
      statusCheckWantedMostMs: 45_000,
      statusCheckUnwantedMostMs: 3_600_000,
    };
    const pending = outcomeOfStatus({ kind: "in-flight" });
    const aged = (ageMs: number, more: Partial<AttemptSituation> = {}): AttemptSituation => ({
      ...open,
      state: "accepted",
      statusChecks: 20,
      claimedAt: plusMs(at, ageMs),
      ...more,
    });
    const pauseMs = (ageMs: number, more?: Partial<AttemptSituation>) =>
      attemptAfter(aged(ageMs, more), pending, limits).nextInMs;

    it("is followed by pauses that never grow beyond the limit", () => {
      expect([60_000, 400_000, 900_000].map((ageMs) => pauseMs(ageMs))).toEqual([
        45_000, 45_000, 45_000,
      ]);
    });

    it("is checked soon where the order was called off just now, and then in pauses as long as it is old", () => {
      const calledOff = { cancelRequested: true, statusCheckRequested: true };
      const first = attemptAfter(aged(960_000, calledOff), pending, limits);
      expect(first).toMatchObject({ nextInMs: 2_000, statusChecks: 1 });
      const later = { cancelRequested: true };
      expect([1_000_000, 7_200_000].map((ageMs) => pauseMs(ageMs, later))).toEqual([
        1_000_000, 3_600_000,
      ]);
    });

    it("waits no longer than others where the provider cannot be read", () => {
      const silent = outcomeOfStatus(noAnswer);
      expect(attemptAfter(aged(900_000), silent, limits)).toMatchObject({ nextInMs: 30_000 });
    });
  });

  it("that already settles ends the attempt", () => {
    const report = called("call", { kind: "accepted", value: settled });
    expect(attemptAfter(open, report)).toMatchObject({ state: "settled", nextInMs: null });
  });

  it("that definitely refuses ends the attempt", () => {
    const report = called("call", { kind: "rejected", reason: "no-route" });
    expect(attemptAfter(open, report)).toMatchObject({ state: "rejected", lastError: "no-route" });
  });

  it("that never came leaves the attempt unknown", () => {
    expect(attemptAfter(open, called("call", noAnswer))).toEqual({
      state: "unknown",
      nextInMs: 1_000,
      statusChecks: 0,
      lastError: "no-response",
      callError: "no-response",
    });
  });

  it("that is repeated in vain does not make the questions hasty again, and one that is accepted does", () => {
    const long = { ...unknown, statusChecks: 9 };
    expect(attemptAfter(long, called("resend", noAnswer))).toMatchObject({
      nextInMs: 30_000,
      statusChecks: 9,
      callError: "no-response",
    });
    const accepted = called("resend", { kind: "accepted", value: { kind: "in-flight" } });
    expect(attemptAfter(long, accepted)).toMatchObject({ nextInMs: 1_000, statusChecks: 0 });
  });

  it("that refuses a key sent again proves nothing about the first time", () => {
    const report = called("resend", { kind: "rejected", reason: "refused-by-provider" });
    expect(attemptAfter(unknown, report)).toMatchObject({
      state: "unknown",
      lastError: "rejected-when-resent",
    });
  });
});

describe("the answer to a question", () => {
  it("that says not found is no failure", () => {
    expect(attemptAfter(unknown, outcomeOfStatus({ kind: "not-found" }))).toMatchObject({
      state: "unknown",
      lastError: "not-found",
    });
  });

  it("that says failed is definite", () => {
    const report = outcomeOfStatus({ kind: "failed", reason: "no-route" });
    expect(attemptAfter(unknown, report)).toMatchObject({ state: "rejected", nextInMs: 960_000 });
  });

  it("that says paid is definite", () => {
    const completed = {
      kind: "completed",
      providerReference: "p-1",
      receipts: [{ receiptReference: "r-1", amountXof: xof(100n), receivedAt: at }],
    } as const;
    expect(attemptAfter(unknown, outcomeOfStatus(completed)).state).toBe("settled");
  });

  it("does not take back what the provider once accepted", () => {
    const accepted: AttemptSituation = { ...open, state: "accepted" };
    expect(attemptAfter(accepted, outcomeOfStatus({ kind: "not-found" })).state).toBe("accepted");
    expect(attemptAfter(accepted, outcomeOfStatus(noAnswer)).state).toBe("accepted");
  });

  it("is waited for twice as long each time, up to half a minute, and hourly under review", () => {
    const delays = [0, 1, 2, 3, 5, 6, 50].map(
      (statusChecks) =>
        attemptAfter({ ...unknown, statusChecks }, outcomeOfStatus(noAnswer)).nextInMs,
    );
    expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    const inReview = attemptAfter({ ...unknown, reviewedAt: at }, outcomeOfStatus(noAnswer));
    expect(inReview.nextInMs).toBe(3_600_000);
  });

  it("is waited for minutes where an old attempt still goes on by itself", () => {
    const old = { ...unknown, claimedAt: plusMs(at, 3_600_000), statusChecks: 50 };
    expect(attemptAfter(old, outcomeOfStatus({ kind: "not-found" })).nextInMs).toBe(300_000);
  });

  it("says nothing new about the call before it", () => {
    expect(attemptAfter(unknown, outcomeOfStatus(noAnswer))).not.toHaveProperty("callError");
  });
});

describe("a preparation", () => {
  const unprepared: AttemptSituation = { ...open, naturalKey: null, calledAt: null, calls: 0 };

  it("that brought nothing leaves the attempt open, since nothing can have been sent", () => {
    const report = { step: "prepare", kind: "unknown", code: "no-response" } as const;
    expect(attemptAfter(unprepared, report)).toMatchObject({
      state: "open",
      nextInMs: 2_000,
      statusChecks: 1,
    });
  });

  it("that shows the receiver cannot be paid ends the attempt", () => {
    const report = { step: "prepare", kind: "rejected", code: "destination-unusable" } as const;
    expect(attemptAfter(unprepared, report).state).toBe("rejected");
  });
});

describe("a step that something of our own holds up", () => {
  const report = { step: "prepare", kind: "not-ready", code: "destination-unavailable" } as const;

  it("is counted, and taken again after twice as long each time, up to half a minute", () => {
    for (const [statusChecks, nextInMs] of [
      [0, 1_000],
      [1, 2_000],
      [4, 16_000],
      [30, 30_000],
    ] as const) {
      expect(attemptAfter({ ...open, statusChecks }, report)).toEqual({
        state: "open",
        nextInMs,
        statusChecks: statusChecks + 1,
        lastError: "destination-unavailable",
      });
    }
    expect(attemptAfter(unknown, report).state).toBe("unknown");
    expect(attemptAfter({ ...open, reviewedAt: at }, report).nextInMs).toBe(3_600_000);
  });

  it("waits for as long as it says where it waits on purpose, but never before a person has looked", () => {
    const wait = waiting("awaits-others", 90_000);
    expect(attemptAfter(open, wait)).toMatchObject({ state: "open", nextInMs: 90_000 });
    expect(attemptAfter({ ...open, reviewedAt: at }, wait).nextInMs).toBe(3_600_000);
  });

  it("is tried however old it is by then where it waited on purpose: nothing has held it up", () => {
    const fresh: AttemptSituation = { ...open, naturalKey: null, calledAt: null, calls: 0 };
    const nextDay = plusMs(at, 86_400_000);
    const dayLater = (change: AttemptChange) => ({ ...fresh, ...change, nextAt: at });
    const stepAfter = (change: AttemptChange) =>
      nextStep(dayLater(change), "resend-same-key", nextDay).kind;
    expect(stepAfter(attemptAfter(fresh, waiting("awaits-others", 90_000)))).toBe("prepare");
    expect(stepAfter(attemptAfter(fresh, report))).toBe("give-to-review");
  });
});

describe("money behind the end of an attempt, on a rail that can reverse for 30 days", () => {
  const limits = { ...attemptLimits, reversibleForMs: 2_592_000_000 };
  const minuteMs = 60_000;
  const rejected = (kind: AttemptSituation["kind"], ageMs: number): AttemptSituation => ({
    ...open,
    kind,
    state: "rejected",
    claimedAt: plusMs(at, ageMs),
  });

  it("is looked after for as long where it came too late, for it can be taken back like any other", () => {
    const threeDays = rejected("collection", 4_320 * minuteMs);
    const nextOf = (status: RailStatus) =>
      attemptAfter(threeDays, outcomeOfStatus(status), limits).nextInMs;
    expect(nextOf({ kind: "completed" })).toBe((16_384 - 4_320) * minuteMs);
    expect(nextOf({ kind: "failed", reason: "expired" })).toBeNull();
  });

  it("is looked for where the provider refused to send it, at once or later", () => {
    const refused = { kind: "rejected", reason: "channel-closed" } as const;
    const disbursement: AttemptSituation = { ...open, kind: "disbursement" };
    const atOnce = attemptAfter(disbursement, called("call", refused), limits);
    expect(atOnce).toMatchObject({ state: "rejected", nextInMs: 16 * minuteMs });
    const failed = outcomeOfStatus({ kind: "failed", reason: "channel-closed" });
    expect(attemptAfter(disbursement, failed, limits).nextInMs).toBe(16 * minuteMs);
    const ofCollection = attemptAfter(
      { ...open, kind: "collection" },
      called("call", refused),
      limits,
    );
    expect(ofCollection.nextInMs).toBeNull();
  });
});

describe("money that failed to go out, on a rail that reverses nothing", () => {
  const failed = { kind: "rejected", reason: "no-route" } as const;
  const nextOf = (kind: AttemptSituation["kind"], outcome: RailOutcome<RailStatus, string>) =>
    attemptAfter({ ...open, kind }, called("call", outcome)).nextInMs;

  it("is looked for where its provider had it, and not where it was refused before", () => {
    expect(nextOf("disbursement", { ...failed, takenAs: "d-7" })).toBe(960_000);
    expect(nextOf("disbursement", failed)).toBeNull();
    expect(nextOf("refund", failed)).toBeNull();
    // A node answers the call of what it has tried.
    expect(nextOf("send", failed)).toBe(960_000);
    expect(nextOf("capture", failed)).toBeNull();
  });
});

describe("a question about a final attempt", () => {
  const rejected: AttemptSituation = {
    ...open,
    state: "rejected",
    statusChecks: 7,
    lastError: "expired",
  };

  it("that is not answered is asked again, quickly at first, then up to an hour apart", () => {
    const first = attemptAfter(
      { ...rejected, statusCheckRequested: true },
      outcomeOfStatus(noAnswer),
    );
    expect(first).toEqual({
      state: "rejected",
      nextInMs: 1_000,
      statusChecks: 1,
      lastError: "expired",
    });
    const later = [1, 2, 5, 30].map((statusChecks) =>
      attemptAfter({ ...rejected, statusChecks }, outcomeOfStatus(noAnswer)),
    );
    expect(later.map(({ nextInMs }) => nextInMs)).toEqual([2_000, 4_000, 32_000, 3_600_000]);
    expect(later.map(({ statusChecks }) => statusChecks)).toEqual([2, 3, 6, 31]);
  });

  it("ends with an answer of the last day that matters, and goes on daily after a week without one", () => {
    const old = { ...rejected, claimedAt: plusMs(at, 4 * 86_400_000) };
    for (const status of [{ kind: "not-found" }, { kind: "failed", reason: "no-route" }] as const) {
      expect(attemptAfter(old, outcomeOfStatus(status)).nextInMs).toBeNull();
    }
    expect(
      attemptAfter({ ...rejected, statusChecks: 168 }, outcomeOfStatus(noAnswer)).nextInMs,
    ).toBe(86_400_000);
  });
});

describe("an attempt that a person concluded", () => {
  const concluded: AttemptSituation = {
    ...open,
    state: "rejected",
    lastError: "no-response",
    concludedAt: at,
    reviewedAt: at,
    claimedAt: plusMs(at, 4 * 86_400_000),
  };
  const nextOf = (statusChecks: number, status: RailStatus) =>
    attemptAfter({ ...concluded, statusChecks }, outcomeOfStatus(status));

  it("is asked about hourly and then daily, until the provider says something definite", () => {
    for (const status of [noAnswer, { kind: "not-found" }, { kind: "in-flight" }] as const) {
      expect(nextOf(0, status)).toMatchObject({ state: "rejected", nextInMs: 3_600_000 });
      expect(nextOf(168, status)).toMatchObject({ state: "rejected", nextInMs: 86_400_000 });
    }
    expect(nextOf(0, { kind: "failed", reason: "no-route" }).nextInMs).toBeNull();
    expect(nextOf(0, settled)).toMatchObject({ state: "rejected", nextInMs: null });
  });
});

describe("a final attempt", () => {
  it.each(["settled", "rejected"] as const)("that is %s stays so whatever is heard", (state) => {
    const final: AttemptSituation = { ...open, state };
    const other = state === "settled" ? "failed" : "settled";
    const report =
      other === "failed"
        ? outcomeOfStatus({ kind: "failed", reason: "no-route" })
        : outcomeOfStatus(settled);
    expect(attemptAfter(final, report)).toMatchObject({ state, nextInMs: null });
  });
});
