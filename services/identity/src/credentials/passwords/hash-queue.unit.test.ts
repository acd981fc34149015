import { describe, expect, it } from "vitest";
import {
  busy,
  type Client,
  createHashQueue,
  type HashQueueLimits,
  meanLimits,
} from "./hash-queue.ts";

const limits: HashQueueLimits = {
  concurrencyMax: 1,
  waitMaxMs: 1_000,
  overloadedAfterMs: 100,
  usefulMsMin: 50,
};
const hashMs = 10;

/** Everything that has become due has happened. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** A queue on a clock of its own; a hash takes as long as hashes do. */
function createWorld(changes: Partial<HashQueueLimits> = {}) {
  let nowMs = 0;
  const due: { atMs: number; end: () => void }[] = [];
  const queue = createHashQueue({ ...limits, ...changes }, () => nowMs);
  const done: string[] = [];
  const turnedAway: string[] = [];
  const ask = (name: string, patienceMs: number, isKnown = false) => {
    const goneAt = nowMs + patienceMs;
    const client: Client = { remainingMs: () => goneAt - nowMs, isKnown };
    const work = () => new Promise<void>((end) => due.push({ atMs: nowMs + hashMs, end }));
    void queue.run(work, client).then((outcome) => {
      if (outcome === busy) turnedAway.push(name);
      else if (client.remainingMs() >= 0) done.push(name);
      return undefined;
    });
  };
  const advance = async (ms: number) => {
    for (const untilMs = nowMs + ms; nowMs < untilMs; ) {
      nowMs += 1;
      for (const { end } of due.splice(0).filter((each) => each.atMs <= nowMs || !due.push(each))) {
        end();
      }
      await settled();
    }
  };
  const measured = async (works: number = meanLimits.worksMin) => {
    for (let each = 0; each < works; each += 1) ask("measured", 5_000);
    await advance(hashMs * works);
  };
  return { queue, ask, advance, measured, done, turnedAway };
}

describe("the queue of the hashes", () => {
  it("serves who came first while there is room for all", async () => {
    const { ask, advance, done } = createWorld();
    for (const name of ["one", "two", "three"]) ask(name, 5_000);
    await advance(40);

    expect(done).toEqual(["one", "two", "three"]);
  });

  it.each([
    ["patient", 5_000],
    ["impatient", 300],
  ])(
    "does as much under ten times what it can do as without, for %s people",
    async (_who, patienceMs) => {
      const { ask, advance, done, queue } = createWorld();
      const seconds = 3;
      for (let tick = 0; tick < seconds * 1_000; tick += 1) {
        ask(`${tick}`, patienceMs);
        await advance(1);
      }

      expect(done.length).toBeGreaterThan(0.9 * ((seconds * 1_000) / hashMs));
      // All who wait came within the time that anybody waits.
      expect(queue.waiting()).toBeLessThanOrEqual(limits.waitMaxMs);
    },
  );

  it("hashes nothing for people who have gone", async () => {
    const { ask, advance, done, turnedAway } = createWorld();
    ask("first", 5_000);
    ask("gone", 55);
    ask("stays", 5_000);
    await advance(9);
    ask("later", 5_000);
    await advance(60);

    expect(done).toEqual(["first", "stays", "later"]);
    expect(turnedAway).toEqual(["gone"]);
    ask("late", limits.usefulMsMin - 1);
    await settled();
    expect(turnedAway).toEqual(["gone", "late"]);
  });

  it("turns away at once whose turn would come too late even if nobody else came", async () => {
    const { ask, advance, turnedAway, done, queue, measured } = createWorld();
    await measured();
    const inTimeMax = limits.waitMaxMs / hashMs;
    for (let each = 0; each <= inTimeMax + 5; each += 1) ask(`${each}`, 5_000);
    await settled();

    expect(turnedAway).toEqual(["1", "2", "3", "4", "5"]);
    expect(queue.waiting()).toBe(inTimeMax);
    await advance(limits.waitMaxMs);
    expect(done.length).toBeGreaterThanOrEqual(inTimeMax);
  });

  it("takes one that stood still, as when the database was away, for no crowd", async () => {
    const { ask, advance, queue, done, measured } = createWorld();
    await measured(meanLimits.worksMin - 1);
    done.length = 0;
    const { promise: untilBack, resolve: isBack } = Promise.withResolvers<void>();
    const client: Client = { remainingMs: () => Number.POSITIVE_INFINITY, isKnown: false };
    const stuck = queue.run(() => untilBack, client);
    await advance(20 * limits.waitMaxMs);
    isBack();
    await stuck;
    expect(queue.isCrowded()).toBe(false);

    for (const name of ["one", "two"]) ask(name, 5_000);
    await advance(2 * hashMs);
    expect(done).toEqual(["one", "two"]);
  });

  it.each([true, false])(
    "lets no flood of the known (%s) push the others out of the queue",
    async (isFloodKnown) => {
      const { ask, turnedAway, measured } = createWorld();
      await measured();
      for (let each = 0; each < 10; each += 1) ask("one of few", 5_000, !isFloodKnown);
      for (let each = 0; each < 200; each += 1) ask("one of many", 5_000, isFloodKnown);
      await settled();

      expect(new Set(turnedAway)).toEqual(new Set(["one of many"]));
    },
  );

  it("turns away who waited in vain, and no later than that", async () => {
    const { ask, advance, turnedAway } = createWorld({ concurrencyMax: 0 });
    ask("one", 5_000);
    await advance(limits.waitMaxMs);
    ask("two", 5_000);
    await settled();

    expect(turnedAway).toEqual(["one"]);
  });

  it("keeps every second place for people who have proved before who they are", async () => {
    const { ask, advance, done } = createWorld();
    for (let tick = 0; tick < 1_000; tick += 1) {
      for (let each = 0; each < 3; each += 1) ask(`stranger ${tick}`, 2_000);
      if (tick % (3 * hashMs) === 0) ask(`known ${tick}`, 2_000, true);
      await advance(1);
    }
    const knownDone = done.filter((name) => name.startsWith("known"));

    expect(knownDone.length).toBeGreaterThanOrEqual(32);
  });

  it("runs no more at once than it may, and goes on behind work that failed", async () => {
    const queue = createHashQueue({ ...limits, concurrencyMax: 2 });
    const client: Client = { remainingMs: () => 5_000, isKnown: false };
    let [running, most] = [0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    };
    const broken = queue.run(() => Promise.reject(new Error("broken")), client);
    await expect(broken).rejects.toThrow("broken");
    await Promise.all(Array.from({ length: 40 }, () => queue.run(work, client)));

    expect([most, queue.waiting()]).toEqual([2, 0]);
  });
});
