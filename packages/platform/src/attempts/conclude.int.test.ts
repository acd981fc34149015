import { type AttemptReport, attemptKey, retryOf } from "@sanu/attempts";
import { newId, systemClock } from "@sanu/kernel";
import { createTestDatabase, eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { brokenConstraint } from "../database/errors.ts";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createGate } from "../event-store/gate.ts";
import { createLogger } from "../logger/create-logger.ts";
import { attemptSchema } from "./attempts.fixture.ts";
import type { AttemptExecutor } from "./executor.ts";
import type { MoneyMovement } from "./money-movement.ts";
import { openMovements } from "./open-movements.ts";
import {
  type Parcel,
  type ParcelCommand,
  ParcelEvent,
  parcel,
  type Word,
  words,
} from "./parcel.fixture.ts";
import { claimAttempts, findLiveAttempt } from "./read-attempts.ts";
import { attemptsFenceConstraint } from "./tables.ts";
import { concludeAttempt } from "./write-attempt.ts";

const limits = {
  statusCheckFirstMs: 10,
  statusCheckMostMs: 10,
  resendGraceMs: 0,
  statusCheckInReviewMs: 20,
};
const context = { correlationId: "c-1", causationId: "e-1" };

let executor: AttemptExecutor<ParcelCommand>;
let calls: string[] = [];
let said: Word[] = [];
let answer: Promise<void> = Promise.resolve();

const made = await createTestDatabase("conclusions", {
  "0001-initial": createSchema(platformTables, attemptSchema),
});
const database = openDatabase({ url: made.url, poolMax: 8, applicationName: "test" });
const opened = () =>
  openMovements(
    {
      database,
      gate: createGate(),
      clock: systemClock,
      logger: createLogger({ service: "test", level: "fatal" }),
      wakeRelay: () => undefined,
      onClockLeap: () => undefined,
      timings: { limits, times: { pollMs: 10 } },
    },
    {
      schema: ParcelEvent,
      publish: () => undefined,
      decider: parcel,
      movements: [carriage],
    },
  );

/** A carrier that says its words one after the other, the last one again, once it answers at all. */
const say = async (
  step: "call" | "resend" | "check-status",
  attemptNumber: number,
): Promise<AttemptReport<ParcelCommand>> => {
  calls.push(`${step} ${attemptNumber}`);
  const word = said.length > 1 ? said.shift() : said[0];
  if (step !== "check-status") await answer;
  return { ...words[word ?? "silence"], step };
};

const carriage: MoneyMovement<Parcel, ParcelCommand, ParcelEvent> = {
  kind: "refund",
  provider: "carrier",
  retryRule: "resend-same-key",
  async call({ attempt, step, beforeCall }) {
    beforeCall();
    return say(step, attempt.attemptNumber);
  },
  checkStatus: ({ attempt }) => say("check-status", attempt.attemptNumber),
  followUp: (attempt, events) =>
    events.some(({ type }) => type === "ParcelRetried")
      ? retryOf(attempt, { retryPauseMs: 10 })
      : undefined,
};

beforeEach(async () => {
  await query("delete from attempts");
  calls = [];
  answer = Promise.resolve();
  executor = opened().executor;
  executor.start();
});

afterEach(() => executor.stop());

afterAll(async () => {
  await database.close();
  await made.drop();
});

const query = <Row>(text: string) => database.query<Row>(CompiledQuery.raw(text));

async function order(...next: readonly Word[]): Promise<string> {
  said = [...next];
  const subjectId = newId();
  const command = { kind: "order" } as const;
  await executor.open({ kind: "refund", subjectId, command, context, writes: [] });
  return subjectId;
}

/** What two members of the staff agreed upon. */
const verdict = (subjectId: string, state: "settled" | "rejected") =>
  executor.conclude({
    subjectId,
    state,
    commandOf: () => ({
      kind: "record",
      type: state === "settled" ? "ParcelDelivered" : "ParcelRetried",
    }),
    context,
    writes: [],
  });

/** A person is asked to look. */
const reviewed = () => query("update attempts set reviewed_at = now()");

const states = async () =>
  (await query<{ state: string }>("select state from attempts order by attempt_number")).map(
    ({ state }) => state,
  );
const areChecked = (times: number) =>
  eventually(
    "it was checked",
    () => calls.filter((call) => call.startsWith("check")).length >= times,
  );
const isReleased = () =>
  eventually("nobody holds it", async () => {
    const held = await query("select 1 from attempts where lease_owner is not null");
    return held.length === 0;
  });

/** Says it again while a status check is on its way, as a reaction does. */
async function concluded(subjectId: string, state: "settled" | "rejected"): Promise<void> {
  await eventually("the verdict is carried out", async () => {
    return (await verdict(subjectId, state)).kind !== "under-way";
  });
}

describe("a verdict of the staff", () => {
  it("that it arrived ends the attempt, which is only asked about from then on", async () => {
    const subjectId = await order("silence");
    await areChecked(1);
    await reviewed();
    await concluded(subjectId, "settled");
    expect(await states()).toEqual(["settled"]);
    calls = [];
    await areChecked(3);
    expect(new Set(calls)).toEqual(new Set(["check-status 1"]));
    expect((await verdict(subjectId, "settled")).kind).toBe("nothing-new");
  });

  it("that it never will makes room for another attempt, and the first is never sent again", async () => {
    const subjectId = await order("silence");
    await areChecked(1);
    await reviewed();
    await isReleased();
    said = ["unheardOf"];
    calls = [];
    await areChecked(2);
    await concluded(subjectId, "rejected");
    await eventually("the next one is called", () => calls.includes("call 2"));
    await areChecked(6);
    expect(calls.filter((call) => /^(call|resend) 1/.test(call))).toEqual([]);
    expect((await states())[0]).toBe("rejected");
    const [first] = await query<{ id: string }>(
      "select attempt_id as id from attempts where concluded_at is not null",
    );
    expect(first?.id).toBe(attemptKey("refund", subjectId, 1));
  });

  it("waits while a call is on its way, whose word then stands", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = promise;
    const subjectId = await order("delivered");
    await eventually("it is called", () => calls.length === 1);
    await reviewed();
    expect(await verdict(subjectId, "rejected")).toEqual({ kind: "under-way" });
    resolve();
    await eventually("it is delivered", async () => (await states())[0] === "settled");
    expect((await verdict(subjectId, "rejected")).kind).toBe("refused");
    expect(await states()).toEqual(["settled"]);
  });

  it("is not overwritten by a process that stood still in the middle of a call", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = promise;
    const subjectId = await order("lost", "unheardOf");
    await eventually("it is called", () => calls.length === 1);
    await reviewed();
    await query("update attempts set lease_until = now() - interval '1 second', next_at = null");
    expect((await verdict(subjectId, "settled")).kind).toBe("accepted");
    resolve();
    await executor.stop();
    expect(await states()).toEqual(["settled"]);
  });

  it("is refused by the fence where somebody claims the attempt between its look and its commit", async () => {
    const subjectId = await order("silence");
    await areChecked(1);
    await executor.stop();
    await isReleased();
    const found = await findLiveAttempt(database, subjectId);
    if (found === undefined || found.isHeld) throw new Error("It should be free");
    await query("update attempts set next_at = now()");
    await claimAttempts(database, {
      owner: "w",
      provider: "carrier",
      kinds: ["refund"],
      leaseMs: 15_000,
      rowsMax: 1,
    });
    const late = database.query(
      concludeAttempt(found.attempt, { state: "rejected", nextInMs: 1_000 }),
    );
    await expect(late).rejects.toSatisfy(
      (error) => brokenConstraint(error) === attemptsFenceConstraint,
    );
  });

  it("about an attempt that has ended ends no other one, which is on its way by now", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const subjectId = await order("silence");
    await areChecked(1);
    await reviewed();
    answer = promise;
    said = ["noBike", "delivered"];
    await eventually("the next one is called", () => calls.includes("call 2"));
    for (const state of ["rejected", "settled"] as const) {
      expect(await verdict(subjectId, state)).toEqual({ kind: "stale" });
    }
    resolve();
    await eventually("it is delivered", async () => (await states())[1] === "settled");
    expect(await states()).toEqual(["rejected", "settled"]);
    expect(await query("select 1 from attempts where concluded_at is not null")).toEqual([]);
  });

  it("about what was never ordered is about nobody's money", async () => {
    expect(await verdict(newId(), "settled")).toEqual({ kind: "no-attempt" });
  });
});

describe("an attempt that is taken back without a verdict", () => {
  const takenBack = (subjectId: string) =>
    executor.conclude({
      subjectId,
      state: "rejected",
      takesBack: ({ calledAt }) => calledAt === null,
      commandOf: () => ({ kind: "record", type: "ParcelRetried" }),
      context,
      writes: [],
    });

  it("is left where it was called, once nobody holds it any more who could call it meanwhile", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = promise;
    const subjectId = await order("silence");
    await eventually("it is called", () => calls.length === 1);
    expect(await takenBack(subjectId)).toEqual({ kind: "under-way" });
    resolve();
    await areChecked(1);
    await executor.stop();
    await isReleased();
    expect(await takenBack(subjectId)).toEqual({ kind: "no-attempt" });
    expect(await states()).toEqual(["unknown"]);
  });
});

describe("an attempt in review", () => {
  it("is never sent again, though its provider says now that it does not know it", async () => {
    await order("silence");
    await areChecked(1);
    await reviewed();
    await isReleased();
    said = ["unheardOf"];
    calls = [];
    await areChecked(5);
    expect(calls).not.toContain("resend 1");
  });
});
