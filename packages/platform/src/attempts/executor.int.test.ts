import { attemptKey, attemptOrder, notReady, retryOf } from "@sanu/attempts";
import { newId, systemClock } from "@sanu/kernel";
import { createTestDatabase, eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
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

type Movement = MoneyMovement<Parcel, ParcelCommand, ParcelEvent>;

const noteTable = "create table notes (type text not null)";
const retryTerms = { attemptsMax: 3, retryPauseMs: 10 };
const limits = {
  notReadyMs: 10,
  resendGraceMs: 10,
  statusCheckFirstMs: 20,
  statusCheckMostMs: 20,
  statusCheckInReviewMs: 20,
};

let executor: AttemptExecutor<ParcelCommand>;
let calls: string[] = [];
/** What the carrier says next; its last word again when there is no other. */
let said: Word[] = [];
const lines: string[] = [];

const made = await createTestDatabase("executor", {
  "0001-initial": createSchema(platformTables, attemptSchema, [noteTable]),
});
const database = openDatabase({ url: made.url, poolMax: 8, applicationName: "test" });

beforeEach(async () => {
  await query("delete from attempts");
  await query("delete from notes");
  calls = [];
  lines.length = 0;
});

afterEach(() => executor.stop());

afterAll(async () => {
  await database.close();
  await made.drop();
});

/** How a parcel is carried: by a carrier that says what the test wants. */
function carriage(kind: "refund" | "invoice" | "capture"): Movement {
  const say = (step: "call" | "resend" | "check-status", name: string, key: string) => {
    calls.push(`${name} ${kind} ${key}`);
    const word = said.length > 1 ? said.shift() : said[0];
    if (word === "away" && step !== "check-status") return notReady(step, "carrier-away");
    return { ...words[word ?? "silence"], step };
  };
  return {
    kind,
    provider: "carrier",
    retryRule: "resend-same-key",
    async call({ attempt, step, load, beforeCall }) {
      await load();
      beforeCall();
      return say(step, step, attempt.attemptId);
    },
    checkStatus: async ({ attempt }) => say("check-status", "check", attempt.attemptId),
    cancel: async ({ attempt }) => say("check-status", "cancel", attempt.attemptId),
    writes: ({ events, state }) => {
      const [event] = events;
      return event === undefined ? [] : [note(`${event.type} ${state.status}`)];
    },
    followUp(attempt, events) {
      const has = (type: ParcelEvent["type"]) => events.some((event) => event.type === type);
      if (has("ParcelRetried")) return retryOf(attempt, retryTerms);
      if (has("ParcelGivenUp")) return { kind: "cancel" };
      if (!has("ParcelPacked")) return undefined;
      const order = attemptOrder("capture", attempt.subjectId, 1);
      return { kind: "attempt", order, beginInMs: null };
    },
  };
}

function note(type: string) {
  return CompiledQuery.raw("insert into notes (type) values ($1)", [type]);
}

const query = <Row>(text: string) => database.query<Row>(CompiledQuery.raw(text));

/** Starts an executor that carries parcels as its carrier says, and orders one. */
async function order(...next: readonly Word[]) {
  said = [...next];
  const logger = createLogger({
    service: "test",
    level: "warn",
    destination: { write: (line) => void lines.push(line) },
  });
  const engine = { database, gate: createGate(), clock: systemClock, logger };
  const wakeRelay = () => undefined;
  const opened = openMovements(
    {
      ...engine,
      wakeRelay,
      onClockLeap: () => undefined,
      timings: { limits, times: { pollMs: 10 } },
    },
    {
      schema: ParcelEvent,
      publish: () => undefined,
      decider: parcel,
      movements: [carriage("refund"), carriage("invoice"), carriage("capture")],
    },
  );
  executor = opened.executor;
  executor.start();
  const parcelId = newId();
  const open = (kind: "refund" | "invoice" = "refund") =>
    executor.open({
      kind,
      subjectId: parcelId,
      command: { kind: "order" },
      context: { correlationId: "c-1", causationId: "e-1" },
      writes: [note("with the order")],
    });
  const happened = (...types: readonly ParcelEvent["type"][]) =>
    eventually(`the parcel is ${types.join(", ")}`, async () => {
      const { events } = await opened.store.load(parcelId);
      return events.map(({ type }) => type).join() === ["ParcelOrdered", ...types].join();
    });
  return { parcelId, open, happened };
}

const states = () =>
  query<{ kind: string; state: string }>(
    "select kind, state from attempts order by created_at, attempt_number",
  );
const notes = async () =>
  (await query<{ type: string }>("select type from notes")).map(({ type }) => type);

describe("a movement", () => {
  it("is called right behind the commit of its order, and ends with its outcome in one commit", async () => {
    const { parcelId, open, happened } = await order("delivered");
    expect(await open()).toMatchObject({ kind: "accepted" });
    await happened("ParcelDelivered");
    expect(calls).toEqual([`call refund ${attemptKey("refund", parcelId, 1)}`]);
    expect(await states()).toEqual([{ kind: "refund", state: "settled" }]);
    expect(await notes()).toEqual(["with the order", "ParcelDelivered ParcelDelivered"]);
  });

  it("is ordered once, however often: what comes with a second order is not written", async () => {
    const { open, happened } = await order("delivered");
    await open();
    await happened("ParcelDelivered");
    expect(await open()).toMatchObject({ kind: "nothing-new" });
    expect(calls).toHaveLength(1);
    expect(await notes()).toHaveLength(2);
  });

  it('is tried again under the next key after a "no" that may pass', async () => {
    const { parcelId, open, happened } = await order("noBike", "delivered");
    await open();
    await happened("ParcelRetried", "ParcelDelivered");
    const keys = [1, 2].map((number) => attemptKey("refund", parcelId, number));
    expect(calls).toEqual(keys.map((key) => `call refund ${key}`));
    expect((await states()).map(({ state }) => state)).toEqual(["rejected", "settled"]);
  });

  it("that another kind follows has done its work, and the other is called at once", async () => {
    const { open, happened } = await order("onItsWay", "packed", "delivered");
    await open("invoice");
    await happened("ParcelPacked", "ParcelDelivered");
    expect(calls.map((call) => call.split(" ").slice(0, 2).join(" "))).toEqual([
      "call invoice",
      "check invoice",
      "call capture",
    ]);
    expect(await states()).toEqual([
      { kind: "invoice", state: "settled" },
      { kind: "capture", state: "settled" },
    ]);
  });

  it("that nobody wants any more is cancelled", async () => {
    const { open, happened } = await order("givenUp", "lost");
    await open();
    await happened("ParcelGivenUp", "ParcelLost");
    expect(calls.map((call) => call.split(" ")[0])).toEqual(["call", "cancel"]);
    expect((await states()).map(({ state }) => state)).toEqual(["rejected"]);
  });

  it("of which nothing is known for long is published as that once, and checked further", async () => {
    const { parcelId, open, happened } = await order("silence");
    await open();
    await eventually("it was checked", () => calls.length > 1);
    const older =
      "created_at = created_at - interval '2 hours', called_at = called_at - interval '2 hours'";
    await query(`update attempts set ${older}`);
    await happened("ParcelUnknown");
    const seen = calls.length;
    await eventually("it is checked further", () => calls.length > seen + 2);
    await happened("ParcelUnknown");
    const looks = lines.filter((line) => line.includes("a person has to look at an attempt"));
    expect(looks).toHaveLength(1);
    expect(looks[0]).toContain(parcelId);
    said = ["delivered"];
    await happened("ParcelUnknown", "ParcelDelivered");
  });

  it.each<readonly [string, Word[], number]>([
    ["a call", ["away", "away", "away", "delivered"], 4],
    ["a resend", ["silence", "unheardOf", "away", "unheardOf", "delivered"], 5],
  ])("that is held back before %s is logged once, and made later", async (_what, words, steps) => {
    const { parcelId, open, happened } = await order(...words);
    await open();
    await happened("ParcelDelivered");
    expect(calls).toHaveLength(steps);
    const held = lines.filter((line) => line.includes("an attempt cannot be called yet"));
    expect(held).toHaveLength(1);
    expect(held[0]).toContain(parcelId);
    expect(held[0]).toContain("carrier-away");
  });

  it("whose provider contradicts itself changes nothing, and says so", async () => {
    const { open, happened } = await order("lost", "delivered");
    await open();
    await happened("ParcelLost");
    await query("update attempts set status_checks_requested = 1, next_at = now()");
    await eventually("it was checked", () => calls.length === 2);
    await eventually("it is logged", () =>
      lines.some((line) => line.includes("the provider contradicts what it said before")),
    );
    await happened("ParcelLost");
    expect((await states()).map(({ state }) => state)).toEqual(["rejected"]);
    expect(await notes()).toHaveLength(2);
  });
});
