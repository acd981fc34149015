import { createTestDatabase, eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { brokenConstraint } from "../database/errors.ts";
import { createSchema } from "../database/migration.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { createGate } from "../event-store/gate.ts";
import type { Attempt } from "./attempt.ts";
import {
  attemptSchema,
  carrier,
  insertNewAttempt,
  type NewOrder,
  newAttempt,
  type ProviderStep,
  type Said,
  simpleStep,
  simpleWorker,
  updateAfter,
} from "./attempts.fixture.ts";
import type { AttemptsWorker } from "./attempts-worker.ts";
import { attemptByReference, claimAttempts, findAttempt } from "./read-attempts.ts";
import { attemptsFenceConstraint, attemptsLiveConstraint } from "./tables.ts";
import type { AttemptsWorkerOptions } from "./worker-options.ts";
import {
  endAttempt,
  markReviewed,
  requestCancel,
  requestStatusCheck,
  updateAttempt,
} from "./write-attempt.ts";

const workers: AttemptsWorker[] = [];
let received: ProviderStep[] = [];
let errors: unknown[] = [];

const made = await createTestDatabase("attempts", {
  "0001-initial": createSchema(attemptSchema),
});
const database = openDatabase({ url: made.url, poolMax: 8, applicationName: "test" });

beforeEach(async () => {
  await database.query(CompiledQuery.raw("delete from attempts"));
  received = [];
  errors = [];
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  if (errors.length > 0) throw new AggregateError(errors, "a worker reported faults");
});

afterAll(async () => {
  await database.close();
  await made.drop();
});

function workerThat(
  perform: (attempt: Attempt) => Said | Promise<Said>,
  options: Partial<AttemptsWorkerOptions<Said>> = {},
): AttemptsWorker {
  const worker = simpleWorker(database, {
    async perform(attempt, step) {
      received.push({ attemptId: attempt.attemptId, step });
      return perform(attempt);
    },
    onError: (error) => errors.push(error),
    ...options,
  });
  workers.push(worker);
  return worker;
}

const insert = (order?: NewOrder) => insertNewAttempt(database, order);

async function stateOf({ attemptId }: Attempt): Promise<string | undefined> {
  return (await findAttempt(database, attemptId))?.state;
}

/** Lets every lease run out and makes everything due, as if the time had passed. */
async function letLeasesRunOut(): Promise<void> {
  const text = "update attempts set lease_until = now() - interval '1 second', next_at = now()";
  await database.query(CompiledQuery.raw(text));
}

it("an attempt is written down as called with what is appended at the same time, and behind that", async () => {
  const raw = (text: string) => CompiledQuery.raw(text);
  await database.query(raw("create table appended (id int)"));
  const { attemptId } = await insert({ kind: "send" });
  let appended: Promise<void> | undefined;
  let order: unknown;
  const worker = workerThat(
    async (): Promise<Said> => {
      await appended;
      [order] = await database.query(
        CompiledQuery.raw(
          `select called.xmin = appended.xmin as "isOneCommit",
             called.cmin::text::int > appended.cmin::text::int as "isBehind"
           from appended, attempts as called where attempt_id = $1`,
          [attemptId],
        ),
      );
      return "yes";
    },
    {
      async prepare() {
        const statements = [raw("insert into appended values (1)")];
        const streamId = "z, which stands behind every subject";
        const mayGoOn = () => undefined;
        appended = database.grouped({ streamId, statements, lockKey: null, mayGoOn });
        return { kind: "prepared", naturalKey: attemptId, payload: "x" };
      },
    },
  );
  await worker.runDue();
  expect(order).toEqual({ isOneCommit: true, isBehind: true });
});

describe("an attempt of a provider", () => {
  const served = (...names: readonly string[]) =>
    names.map((provider) => ({ provider, kinds: ["collection"] as const }));
  const calledHere: string[] = [];
  const workerOf = (here: string, ...names: readonly string[]) =>
    workerThat(
      ({ provider }) => {
        calledHere.push(`${here}: ${provider}`);
        return "nothing";
      },
      { providers: served(...names) },
    );

  beforeEach(() => calledHere.splice(0));

  it("is left alone by whoever serves another one, however unknown it is", async () => {
    const attempt = await insert({ provider: "north" });
    expect(await workerOf("before", "north").runDue()).toBe(1);
    expect(await workerOf("behind", "south").runDue()).toBe(0);
    await letLeasesRunOut();

    expect(await workerOf("behind", "south").runDue()).toBe(0);
    expect(calledHere).toEqual(["before: north"]);
    expect(await findAttempt(database, attempt.attemptId)).toMatchObject({ state: "unknown" });
    expect(await workerOf("again", "south", "north").runDue()).toBe(1);
    expect(calledHere).toEqual(["before: north", "again: north"]);
  });

  it("is given back by the process that inserted it, where another one serves its provider", async () => {
    const worker = workerOf("here", "south");
    worker.start();
    const attempt = await insert({ provider: "north", leasedBy: worker.owner });
    worker.runNow(attempt);
    await eventually("it is given back", async () => {
      return (await findAttempt(database, attempt.attemptId))?.calledAt === null;
    });
    expect(calledHere).toEqual([]);
  });

  it("of a provider that is slow takes no places of another one's", async () => {
    const slow = Promise.withResolvers<Said>();
    const worker = workerThat(({ provider }) => (provider === "slow" ? slow.promise : "paid"), {
      providers: served("slow", "quick"),
      times: { concurrencyMax: 1 },
    });
    for (const provider of ["slow", "slow"]) await insert({ provider });
    const quick = await insert({ provider: "quick" });
    const run = worker.runDue();
    await eventually("the quick one is through", async () => (await stateOf(quick)) === "settled");
    slow.resolve("paid");
    expect(await run).toBe(2);
  });
});

describe("an attempt", () => {
  it("is called once and then asked about until its outcome is known", async () => {
    const attempt = await insert();
    const words: Said[] = ["nothing", "nothing", "paid"];
    const worker = workerThat(() => words.shift() ?? "paid");

    while ((await worker.runDue()) > 0);
    expect(received.map(({ step }) => step)).toEqual(["call", "check-status", "check-status"]);
    expect(await stateOf(attempt)).toBe("settled");
  });

  it("that its own process has just inserted is called at once, without a claim", async () => {
    const worker = workerThat(() => "paid", { times: { pollMs: 60_000 } });
    worker.start();
    const attempt = await insert({ leasedBy: worker.owner });

    worker.runNow(attempt);
    await eventually("the attempt is settled", async () => (await stateOf(attempt)) === "settled");
    expect(received).toEqual([{ attemptId: attempt.attemptId, step: "call" }]);
    expect(await findAttempt(database, attempt.attemptId)).toMatchObject({ calls: 1, fence: 1n });
  });

  it("that was carried out behind a silence brings the net close again, which had grown wide", async () => {
    const pauses: number[] = [];
    let lookedAtMs = performance.now();
    const counting: Database = {
      ...database,
      async query(statement) {
        if (!statement.sql.includes("skip locked")) return database.query(statement);
        pauses.push(performance.now() - lookedAtMs);
        return database.query<never>(statement).finally(() => {
          lookedAtMs = performance.now();
        });
      },
    };
    const worker = workerThat(() => "yes", { database: counting, times: { pollMs: 10 } });
    worker.start();
    await new Promise((resolve) => setTimeout(resolve, 2_000));

    // They had grown to a quarter of two seconds, and would only grow.
    const isShort = (pauseMs: number) => pauseMs < 125;
    // A machine that stands still behind an attempt is silent for so long itself; another one ends that silence, too.
    await eventually("it looks often", async () => {
      pauses.length = 0;
      const attempt = await insert({ leasedBy: worker.owner });
      worker.runNow(attempt);
      await eventually("it is taken", async () => (await stateOf(attempt)) === "accepted");
      await new Promise((resolve) => setTimeout(resolve, 250));
      return pauses.filter(isShort).length >= 3;
    });
  });

  it("whose process died before or after the call is asked about, never called again", async () => {
    const attempt = await insert({ leasedBy: "a process that died" });
    const worker = workerThat(() => "paid");

    expect(await worker.runDue()).toBe(0);
    await letLeasesRunOut();
    expect(await worker.runDue()).toBe(1);
    expect(received).toEqual([{ attemptId: attempt.attemptId, step: "check-status" }]);
  });

  it("that was never begun is called by whoever finds it", async () => {
    const attempt = await insert();
    await workerThat(() => "yes").runDue();
    expect(received).toEqual([{ attemptId: attempt.attemptId, step: "call" }]);
    expect(await findAttempt(database, attempt.attemptId)).toMatchObject({
      state: "accepted",
      calls: 1,
      correlationId: "c-1",
    });
  });

  it("is written down as called before the call is made", async () => {
    const attempt = await insert();
    const seen: (Attempt | undefined)[] = [];
    const worker = workerThat(async ({ attemptId }): Promise<Said> => {
      seen.push(await findAttempt(database, attemptId));
      return "yes";
    });
    await worker.runDue();
    expect(seen[0]?.attemptId).toBe(attempt.attemptId);
    expect(seen[0]?.calledAt).not.toBeNull();
  });

  it("that ended before anything left is called, not asked about, the next time", async () => {
    await insert();
    let words = 0;
    const worker = workerThat(() => "nothing", {
      async onReport(attempt, said) {
        words += 1;
        const nothing = { ...updateAfter(said, attempt), state: "open", notCalled: true } as const;
        const update = words === 1 ? nothing : updateAfter("paid", attempt);
        await database.query(updateAttempt(attempt, update));
      },
    });
    while ((await worker.runDue()) > 0);
    expect(received.map(({ step }) => step)).toEqual(["call", "call"]);
  });
});

describe("a lease", () => {
  it("is held by one of many workers, so every attempt is called once", async () => {
    const attempts = await Promise.all(Array.from({ length: 60 }, () => insert()));
    const replicas = Array.from({ length: 4 }, () => workerThat(() => "paid"));

    await Promise.all(replicas.map((replica) => replica.runDue()));
    await Promise.all(replicas.map((replica) => replica.runDue()));
    const called = received.map(({ attemptId }) => attemptId).toSorted();
    expect(called).toEqual(attempts.map(({ attemptId }) => attemptId).toSorted());
  });

  it("waits while its process carries out as many others as it may, and another process takes it", async () => {
    for (let count = 0; count < 5; count += 1) await insert();
    const release = Promise.withResolvers<Said>();
    const times = { concurrencyMax: 2, pollMs: 10 };
    workerThat(() => release.promise, { times }).start();
    await eventually("it carries out two", () => received.length === 2);
    const second = workerThat(() => "paid", { times });
    await eventually("the second one has called the others", async () => {
      await second.runDue();
      return received.length === 5;
    });
    release.resolve("paid");
    expect(new Set(received.map(({ attemptId }) => attemptId)).size).toBe(5);
  });

  it("of one that its process has no place for goes to another process, one after the other at once", async () => {
    const release = Promise.withResolvers<Said>();
    // By polls alone the other process would need ten times as long as this.
    const times = { concurrencyMax: 1, pollMs: 2_000 };
    const busy = workerThat(() => release.promise, { times });
    let doneByOther = 0;
    const other = workerThat(
      () => {
        doneByOther += 1;
        return "paid";
      },
      { times },
    );
    for (const worker of [busy, other]) worker.start();
    const fresh: Attempt[] = [];
    for (let count = 0; count < 12; count += 1) {
      const attempt = await insert({ leasedBy: busy.owner });
      fresh.push(attempt);
      busy.runNow(attempt);
    }

    // One is under way, one waits for its place; where the machine stood still until their leases were old, they are the other's, too.
    await eventually("the other process has done the rest", () => doneByOther >= 10, 10_000);
    release.resolve("paid");
    await eventually("all are settled", async () => {
      const states = await Promise.all(fresh.map(stateOf));
      return states.every((state) => state === "settled");
    });
    expect(new Set(received.map(({ attemptId }) => attemptId)).size).toBe(received.length);
  });

  it("that was lost makes the old holder's word worth nothing", async () => {
    const attempt = await insert();
    const claim = { ...carrier, owner: "w", leaseMs: 15_000, rowsMax: 10 };
    const [old] = await claimAttempts(database, claim);
    await letLeasesRunOut();
    const [current] = await claimAttempts(database, claim);
    if (old === undefined || current === undefined) throw new Error("Nothing was claimed");

    const late = database.pipelined([
      updateAttempt(old, updateAfter("no", old)),
      newAttempt({ subjectId: attempt.subjectId, attemptNumber: 2 }).statement,
    ]);
    await expect(late).rejects.toSatisfy(
      (error) => brokenConstraint(error) === attemptsFenceConstraint,
    );
    expect(await stateOf(attempt)).toBe("open");
    await database.query(updateAttempt(current, updateAfter("paid", current)));
    expect(await stateOf(attempt)).toBe("settled");
  });

  it("that was lost during the call is no fault: the one who has it now carries on", async () => {
    const attempt = await insert();
    const slow = workerThat(async (): Promise<Said> => {
      await letLeasesRunOut();
      await workerThat(() => "paid").runDue();
      return "no";
    });
    await slow.runDue();
    expect(await stateOf(attempt)).toBe("settled");
    expect(received.map(({ step }) => step)).toEqual(["call", "check-status"]);
  });

  it("is not taken while the service may not act", async () => {
    await insert();
    const gate = createGate();
    gate.close("the stream is ahead of the log");
    expect(await workerThat(() => "paid", { gate }).runDue()).toBe(0);
    expect(received).toEqual([]);
  });
});

describe("the guards of money", () => {
  it("allow one attempt of a subject that is not definitely rejected", async () => {
    const first = await insert();
    const second = newAttempt({ subjectId: first.subjectId, attemptNumber: 2 });
    await expect(database.query(second.statement)).rejects.toSatisfy(
      (error) => brokenConstraint(error) === attemptsLiveConstraint,
    );
    await workerThat(() => "no").runDue();
    await database.query(second.statement);
  });

  it("allow a payment hash in one living send", async () => {
    const [first, second] = [await insert({ kind: "send" }), await insert({ kind: "send" })];
    const prepare = async () => ({ kind: "prepared", naturalKey: "h", payload: "x" }) as const;
    const worker = workerThat(() => "yes", { prepare });
    await worker.runDue();

    const states = new Set([await stateOf(first), await stateOf(second)]);
    expect(states).toEqual(new Set(["accepted", "rejected"]));
    expect(received).toHaveLength(1);
  });

  it("store what was prepared before it is sent, and forget it at the end", async () => {
    const attempt = await insert({ kind: "send" });
    const seen: (Attempt | undefined)[] = [];
    await workerThat(async ({ attemptId, payload }): Promise<Said> => {
      expect(payload).toBe("x");
      seen.push(await findAttempt(database, attemptId));
      return "paid";
    }).runDue();
    expect(seen[0]).toMatchObject({ naturalKey: attempt.attemptId, payload: "x", calls: 1 });
    const ended = await findAttempt(database, attempt.attemptId);
    expect(ended).toMatchObject({ naturalKey: attempt.attemptId, payload: null });
  });
});

describe("a request for a status check", () => {
  it("makes a waiting attempt due at once, and a final one too", async () => {
    const attempt = await insert();
    const worker = workerThat(() => "yes");
    await worker.runDue();
    expect(await worker.runDue()).toBe(0);

    await database.query(requestStatusCheck(attempt.attemptId));
    expect(await worker.runDue()).toBe(1);
    await database.query(endAttempt(attempt.attemptId, { state: "rejected", nextInMs: null }));
    expect(await worker.runDue()).toBe(0);
    await database.query(requestStatusCheck(attempt.attemptId));
    expect(await worker.runDue()).toBe(1);
    expect(received.map(({ step }) => step)).toEqual(["call", "check-status", "check-status"]);
  });

  it("that comes during a call is not lost: the callback may be faster than the answer", async () => {
    await insert();
    const words: Said[] = ["yes", "paid"];
    const worker = workerThat(async ({ attemptId }): Promise<Said> => {
      if (received.length === 1) await database.query(requestStatusCheck(attemptId));
      return words.shift() ?? "paid";
    });
    await worker.runDue();
    expect(await worker.runDue()).toBe(1);
    expect(received.map(({ step }) => step)).toEqual(["call", "check-status"]);
    expect(await worker.runDue()).toBe(0);
  });

  it("is served by a running worker as soon as it is woken", async () => {
    const worker = workerThat(() => "yes", { times: { pollMs: 60_000 } });
    const attempt = await insert();
    worker.start();
    await eventually(
      "the attempt is accepted",
      async () => (await stateOf(attempt)) === "accepted",
    );
    await database.query(requestStatusCheck(attempt.attemptId));
    worker.wake();
    await eventually("the provider was asked", () => received.length > 1);
    expect(received.map(({ step }) => step)).toEqual(["call", "check-status"]);
  });
});

describe("an order that is no longer wanted", () => {
  it("is cancelled where it may have been called", async () => {
    const attempt = await insert();
    const worker = workerThat(() => "yes");
    await worker.runDue();
    await database.query(requestCancel(attempt.subjectId, "collection"));
    await worker.runDue();
    expect(received.map(({ step }) => step)).toEqual(["call", "cancel"]);
  });
});

describe("an attempt known elsewhere", () => {
  it("is found by the provider's reference", async () => {
    const taken = { kind: "collection", provider: carrier.provider } as const;
    const attempt = await insert({ provider: carrier.provider });
    const worker = workerThat(() => "yes", {
      async onReport(held, said) {
        const update = { ...updateAfter(said, held), providerReference: "p-7" };
        await database.query(updateAttempt(held, update));
      },
    });
    await worker.runDue();
    const [found] = await database.query<Attempt>(attemptByReference(taken, "p-7"));
    expect(found?.attemptId).toBe(attempt.attemptId);
    const others = [{ ...taken, kind: "send" } as const, { ...taken, provider: "another" }];
    for (const other of others) {
      expect(await database.query(attemptByReference(other, "p-7"))).toEqual([]);
    }
  });

  it("is ended without its lease, which its holder loses", async () => {
    const attempt = await insert();
    const worker = workerThat(async ({ attemptId }): Promise<Said> => {
      await database.query(endAttempt(attemptId, { state: "settled", nextInMs: null }));
      return "no";
    });
    await worker.runDue();
    expect(await stateOf(attempt)).toBe("settled");
  });
});

describe("a fault of our own", () => {
  it("is reported, and the attempt is asked about when its lease has run out", async () => {
    const attempt = await insert();
    const worker = workerThat(() => Promise.reject(new Error("a bug")));
    await worker.runDue();
    expect(errors.splice(0)).toEqual([new Error("a bug")]);
    await letLeasesRunOut();
    await workerThat(() => "paid").runDue();
    expect(received.map(({ step }) => step)).toEqual(["call", "check-status"]);
    expect(await stateOf(attempt)).toBe("settled");
  });

  it("gives what is unknown for too long to a person, once, and goes on asking", async () => {
    const attempt = await insert();
    const reviewed: string[] = [];
    const worker = workerThat(() => "nothing", {
      nextStep: (held) =>
        held.calls > 0 && held.reviewedAt === null ? { kind: "give-to-review" } : simpleStep(held),
      async onReview(held) {
        await database.query(markReviewed(held, 0));
        reviewed.push(held.attemptId);
      },
    });
    await worker.runDue();
    await worker.runDue();
    await worker.runDue();
    expect(reviewed).toEqual([attempt.attemptId]);
    expect(received.map(({ step }) => step)).toEqual(["call", "check-status"]);
  });

  it("gives nothing to a person when somebody else has taken the attempt over meanwhile", async () => {
    await insert();
    const lost: Attempt[] = [];
    const slow = workerThat(() => "nothing", {
      nextStep: () => ({ kind: "give-to-review" }),
      async onReview(held) {
        await letLeasesRunOut();
        await workerThat(() => "paid").runDue();
        await database.query(markReviewed(held, 0));
      },
      onLost: (attempt) => lost.push(attempt),
    });
    await slow.runDue();
    expect(lost).toHaveLength(1);
  });
});
