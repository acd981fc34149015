import type { Revocation, RevocationBatch } from "@sanu/contracts";
import { instantOfEpochMs, newId } from "@sanu/kernel";
import { createLogger } from "@sanu/platform";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionLimits } from "../limits.ts";
import { createRevocationFeed, type ReadRevocations } from "./revocation-feed.ts";

const logger = createLogger({ service: "gateway-api", level: "silent" });

/** Identity's side of the feed: everything that was revoked, and whether it can be asked. */
function source() {
  const all: Revocation[] = [];
  const requests: number[] = [];
  let receive: (text: string) => void = () => undefined;
  const reported: Revocation[] = [];
  const done: string[] = [];
  let isAway = false;
  const read: ReadRevocations = async (afterSequence) => {
    requests.push(afterSequence);
    if (isAway) return undefined;
    done.push(`read behind ${afterSequence}`);
    const revocations = all.slice(afterSequence, afterSequence + 2);
    const sequence = Math.min(afterSequence + revocations.length, all.length);
    return { sequence, isWhole: sequence === all.length, revocations };
  };
  const feed = createRevocationFeed({
    subscribe: (onMessage) => {
      receive = onMessage;
      return () => {
        receive = () => undefined;
      };
    },
    read,
    report: async (revocations) => {
      if (!isAway) {
        reported.push(...revocations);
        done.push("report");
      }
      return !isAway;
    },
    logger,
  });
  const news = (afterSequence: number, sequence = all.length): RevocationBatch => ({
    afterSequence,
    sequence,
    revocations: all.slice(afterSequence, sequence),
  });
  return {
    feed,
    requests,
    reported,
    /** What identity replied to, in this order. */
    done,
    revoke(changes: Partial<{ fromMs: number; untilMs: number }> = {}) {
      const { fromMs = Date.now(), untilMs = Date.now() + 3_600_000 } = changes;
      const id = newId();
      all.push({ id, from: instantOfEpochMs(fromMs), until: instantOfEpochMs(untilMs) });
      return id;
    },
    deleteAll: () => void all.splice(0),
    publish: (afterSequence: number, sequence?: number) =>
      receive(JSON.stringify(news(afterSequence, sequence))),
    /** One of several replicas, each of which publishes what it read itself. */
    startReplica() {
      const publisher = newId();
      return (afterSequence: number, sequence = all.length) => {
        const at = instantOfEpochMs(Date.now());
        receive(JSON.stringify({ ...news(afterSequence, sequence), at, publisher }));
      };
    },
    publishText: (text: string) => receive(text),
    beat: () => receive(JSON.stringify(news(all.length))),
    setAway: (away: boolean) => {
      isAway = away;
    },
  };
}

describe("the revocations that a gateway knows", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Lets everything that needs no time happen. */
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const started = async (identity: ReturnType<typeof source>) => {
    identity.feed.start();
    await settle();
  };

  it("begin with everything that was revoked before the start, page by page", async () => {
    const identity = source();
    const ids = [identity.revoke(), identity.revoke(), identity.revoke()];
    expect(identity.feed.isLoaded()).toBe(false);
    await started(identity);

    expect(identity.feed.isLoaded()).toBe(true);
    expect(ids.map(identity.feed.isRevoked)).toEqual([true, true, true]);
    expect(identity.feed.isRevoked(newId())).toBe(false);
  });

  it("are loaded as soon as identity answers, and until then the gateway knows that it knows nothing", async () => {
    const identity = source();
    identity.setAway(true);
    await started(identity);
    identity.beat();
    expect([identity.feed.isLoaded(), identity.feed.isFresh()]).toEqual([false, false]);

    identity.setAway(false);
    await vi.advanceTimersByTimeAsync(sessionLimits.loadRetryMs);
    expect([identity.feed.isLoaded(), identity.feed.isFresh()]).toEqual([true, true]);
  });

  it("grow with the news, without a question", async () => {
    const identity = source();
    await started(identity);
    const requests = identity.requests.length;
    const id = identity.revoke();
    identity.publish(0);

    expect(identity.feed.isRevoked(id)).toBe(true);
    expect(identity.requests).toHaveLength(requests);
  });

  it("are read again after a gap, from the last place that is known", async () => {
    const identity = source();
    await started(identity);
    identity.revoke();
    identity.publish(0);
    const [missed, receivedId] = [identity.revoke(), identity.revoke()];
    identity.publish(2);
    expect(identity.feed.isRevoked(receivedId)).toBe(true);
    expect(identity.feed.isRevoked(missed)).toBe(false);
    await settle();

    expect(identity.feed.isRevoked(missed)).toBe(true);
    expect(identity.requests.at(-1)).toBe(1);
  });

  it("are not fresh while a gap cannot be filled", async () => {
    const identity = source();
    await started(identity);
    identity.revoke();
    identity.setAway(true);
    for (let beat = 0; beat < 6; beat += 1) {
      await vi.advanceTimersByTimeAsync(250);
      identity.beat();
    }
    await settle();
    expect(identity.feed.isFresh()).toBe(false);

    identity.setAway(false);
    identity.beat();
    await vi.advanceTimersByTimeAsync(sessionLimits.loadRetryMs);
    expect(identity.feed.isFresh()).toBe(true);
  });

  it("are fresh for a second after the last beat", async () => {
    const identity = source();
    await started(identity);
    await vi.advanceTimersByTimeAsync(sessionLimits.silenceMs);
    expect(identity.feed.isFresh()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(identity.feed.isFresh()).toBe(false);

    identity.beat();
    expect(identity.feed.isFresh()).toBe(true);
  });

  it("may be told twice and out of order", async () => {
    const identity = source();
    await started(identity);
    const ids = [identity.revoke(), identity.revoke()];
    identity.publish(0, 2);
    identity.publish(0, 1);
    await settle();
    identity.publish(0, 2);

    expect(ids.map(identity.feed.isRevoked)).toEqual([true, true]);
    const late = identity.revoke();
    identity.publish(2);
    expect(identity.feed.isRevoked(late)).toBe(true);
  });

  it("survive a database that was put back to an earlier moment, and what it revokes then is learned", async () => {
    const identity = source();
    const before = identity.revoke();
    identity.revoke();
    await started(identity);
    identity.deleteAll();
    const after = identity.revoke();
    identity.beat();
    await settle();

    expect([before, after].map(identity.feed.isRevoked)).toEqual([true, true]);
    expect(identity.feed.isFresh()).toBe(true);
  });

  it("are reported to identity, which lost them with its newest rows, before anything is read again", async () => {
    const identity = source();
    const ids = [identity.revoke(), identity.revoke()];
    const over = identity.revoke({ untilMs: Date.now() - 1 });
    await started(identity);
    identity.deleteAll();
    identity.setAway(true);
    identity.beat();
    await settle();
    const requests = identity.requests.length;
    expect(identity.reported).toEqual([]);

    identity.setAway(false);
    await vi.advanceTimersByTimeAsync(sessionLimits.loadRetryMs);
    expect(identity.reported.map(({ id }) => id)).toEqual(ids);
    expect(identity.reported.map(({ id }) => id)).not.toContain(over);
    expect(identity.requests).toHaveLength(requests + 1);
  });

  it("are neither read nor reported again when the messages of two replicas cross, in either order", async () => {
    const identity = source();
    const [one, other] = [identity.startReplica(), identity.startReplica()];
    await started(identity);
    one(0);
    other(0);
    const first = identity.revoke();
    one(0, 1);
    other(0, 0);
    other(0, 1);
    const second = identity.revoke();
    other(1, 2);
    one(1, 1);
    await settle();

    expect([first, second].map(identity.feed.isRevoked)).toEqual([true, true]);
    expect(identity.done).toEqual(["read behind 0"]);
  });

  it("cost nothing more in a storm of messages that cross, of many replicas, twice each", async () => {
    const identity = source();
    const replicas = Array.from({ length: 8 }, () => identity.startReplica());
    await started(identity);
    for (const publish of replicas) publish(0);
    const ids: string[] = [];
    for (let number = 0; number < 200; number += 1) {
      ids.push(identity.revoke());
      const quickest = number % replicas.length;
      replicas[quickest]?.(number);
      for (const publish of replicas.filter((_, index) => index !== quickest)) {
        publish(number, number);
        publish(number, number);
      }
      for (const publish of replicas) publish(number);
      await vi.advanceTimersByTimeAsync(10);
    }

    expect(ids.filter((id) => !identity.feed.isRevoked(id))).toEqual([]);
    expect(identity.done).toEqual(["read behind 0"]);
    expect(identity.feed.isFresh()).toBe(true);
  });

  it("are not fresh by a message that crossed, which says nothing of what came behind it", async () => {
    const identity = source();
    const [one, other] = [identity.startReplica(), identity.startReplica()];
    await started(identity);
    other(0);
    identity.revoke();
    one(0);
    for (let beat = 0; beat < 3; beat += 1) {
      await vi.advanceTimersByTimeAsync(400);
      other(0, 0);
    }

    expect(identity.feed.isFresh()).toBe(false);
  });

  it("are reported when a replica goes below what it said itself, and also while others cross", async () => {
    const identity = source();
    const [one, other] = [identity.startReplica(), identity.startReplica()];
    const ids = [identity.revoke()];
    await started(identity);
    other(1);
    ids.push(identity.revoke());
    one(1);
    identity.deleteAll();
    const lateId = identity.revoke();
    other(1, 1);
    await settle();
    expect(identity.reported).toEqual([]);

    one(2);
    await settle();
    expect(identity.done).toEqual(["read behind 0", "report", "read behind 0"]);
    expect(identity.reported.map(({ id }) => id)).toEqual(ids);
    expect([...ids, lateId].map(identity.feed.isRevoked)).toEqual([true, true, true]);
  });

  it("are reported when a replica says less that was never heard before, or was silent for as long as a restore takes", async () => {
    const identity = source();
    const ids = [identity.revoke()];
    const [one, other] = [identity.startReplica(), identity.startReplica()];
    await started(identity);
    other(1);
    ids.push(identity.revoke());
    one(1);
    await vi.advanceTimersByTimeAsync(sessionLimits.silenceMs + 1);
    identity.deleteAll();
    identity.revoke();
    other(1);
    await settle();
    expect(identity.reported.map(({ id }) => id)).toEqual(ids);

    identity.deleteAll();
    identity.startReplica()(0);
    await settle();
    expect(identity.done.filter((what) => what === "report")).toHaveLength(2);
  });

  it("are reported when a read behind a gap ends before the gap", async () => {
    const identity = source();
    const ids = [identity.revoke(), identity.revoke()];
    await started(identity);
    identity.deleteAll();
    const lateId = identity.revoke();
    identity.publishText(JSON.stringify({ afterSequence: 4, sequence: 4, revocations: [] }));
    await settle();

    expect(identity.done.slice(1)).toEqual(["read behind 2", "report", "read behind 0"]);
    expect(identity.reported.map(({ id }) => id)).toEqual(ids);
    expect(identity.feed.isRevoked(lateId)).toBe(true);
  });

  it("begin at their moment and not before", async () => {
    const identity = source();
    await started(identity);
    const id = identity.revoke({ fromMs: Date.now() + 60_000 });
    identity.publish(0);
    expect(identity.feed.isRevoked(id)).toBe(false);

    await vi.advanceTimersByTimeAsync(60_000);
    expect(identity.feed.isRevoked(id)).toBe(true);
  });

  it("are forgotten when no token can be valid any more", async () => {
    const identity = source();
    await started(identity);
    const id = identity.revoke({ untilMs: Date.now() + 1_000 });
    identity.publish(0);
    await vi.advanceTimersByTimeAsync(sessionLimits.deleteExpiredMs);
    identity.beat();

    expect(identity.feed.isRevoked(id)).toBe(false);
  });

  it("do not change by news that nobody can read", async () => {
    const identity = source();
    await started(identity);
    identity.publishText("{");
    identity.publishText('{"afterSequence":-1}');
    await vi.advanceTimersByTimeAsync(sessionLimits.silenceMs + 1);

    expect(identity.feed.isFresh()).toBe(false);
  });
});
