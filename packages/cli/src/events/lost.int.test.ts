import { type Messaging, openDatabase, type PublishedFact } from "@sanu/platform";
import { createTestDatabase, publishFacts, purchaseFacts } from "@sanu/testing";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { migrationsOf } from "../services.ts";
import { factsIn, fillLog } from "./filled-log.fixture.ts";
import { writeLostFacts } from "./lost.ts";
import { type FactReader, streamReader } from "./read/fact-reader.ts";
import {
  leaveSystem,
  newStream,
  publishWithoutType,
  sanuEvents,
} from "./transactions-stream.fixture.ts";

const made = await createTestDatabase("transactions", migrationsOf.transactions);
const options = { url: made.url, applicationName: "test", isMaintenance: true };
const database = openDatabase({ ...options, poolMax: 2 });
let logged: readonly PublishedFact[];
let messaging: Messaging;

beforeAll(async () => {
  await fillLog(database, 20);
  logged = await factsIn(database);
});

beforeEach(async () => {
  messaging = await newStream([], made.url);
  process.exitCode = 0;
  return () => messaging.close();
});

afterAll(async () => {
  process.exitCode = 0;
  leaveSystem();
  await database.close();
  await made.drop();
});

/** The facts that it tells, and what it says beside them. */
async function lost(): Promise<{ readonly ids: readonly string[]; readonly words: string }> {
  const words: string[] = [];
  const beside = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    words.push(String(text));
    return true;
  });
  try {
    const lines = await sanuEvents("lost");
    const facts = lines.split("\n").slice(0, -1).map(readFact);
    return { ids: idsOf(facts), words: words.join("") };
  } finally {
    beside.mockRestore();
  }
}

const readFact = (line: string) => JSON.parse(line) as { readonly id: string };

const idsOf = (facts: readonly { readonly id: string }[]) => facts.map(({ id }) => id);

it("has nothing to tell where the log has every fact of the stream, published or not", async () => {
  await publishFacts(messaging, logged.slice(0, 12));
  expect(await lost()).toEqual({
    ids: [],
    words: "TRANSACTIONS: the log has every fact of the stream\n",
  });
  expect(process.exitCode).toBe(0);
});

it("tells every fact that a database of before does not have, the oldest first, however many", async () => {
  const newer = [...purchaseFacts(2_500, 1)];
  await publishFacts(messaging, logged);
  await publishFacts(messaging, newer);

  const { ids, words } = await lost();
  expect(ids).toEqual(idsOf(newer));
  expect(words).toContain(
    `TRANSACTIONS: the log does not have 2500 facts of the stream, from sequence ${logged.length + 1} to ${logged.length + 2_500}`,
  );
  expect(process.exitCode).toBe(1);
});

it("tells what was lost in front of facts of the log that were published again", async () => {
  const newer = [...purchaseFacts(30, 1)];
  await publishFacts(messaging, [...logged.slice(0, 9), ...newer, ...logged.slice(9)]);
  expect((await lost()).ids).toEqual(idsOf(newer));
});

it("names a message that nobody's log can have", async () => {
  await publishFacts(messaging, logged);
  const [fact] = purchaseFacts(1, 1);
  if (fact === undefined) throw new Error("There is no fact");
  await publishWithoutType(messaging, fact);
  const { ids, words } = await lost();
  expect(ids).toEqual([""]);
  expect(words).toContain("the log does not have 1 fact");
});

it("reads no more of a long stream than its end", async () => {
  const newer = [...purchaseFacts(3, 1)];
  await publishFacts(messaging, [...logged, ...newer]);
  const stream = streamReader(messaging, "transactions");
  const readBehind: number[] = [];
  const watched: FactReader = {
    ...stream,
    read(after, untilSequence) {
      readBehind.push(after.sequence);
      return stream.read(after, untilSequence);
    },
  };
  const found = await writeLostFacts(watched, database, () => undefined, 10);
  expect(found).toMatchObject({ facts: 3, untilSequence: logged.length + 3 });
  expect(Math.min(...readBehind)).toBe(logged.length + 3 - 20);
});
