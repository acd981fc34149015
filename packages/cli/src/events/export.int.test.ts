import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type PublishedFact } from "@sanu/platform";
import {
  asAdmin,
  createTestDatabase,
  eventually,
  type MadeFact,
  publishFacts,
  purchaseFacts,
} from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrationsOf } from "../services.ts";
import { exportEvents } from "./export/export-events.ts";
import { readManifest } from "./export/manifest.ts";
import { lockName } from "./export/one-at-a-time.ts";
import { hashesIn } from "./export-folder.fixture.ts";
import { factsIn, fillLog } from "./filled-log.fixture.ts";
import { streamReader } from "./read/fact-reader.ts";
import {
  leaveSystem,
  newStream as newStreamBeside,
  publishWithoutType,
  sanuEvents as sanu,
} from "./transactions-stream.fixture.ts";

const made = await createTestDatabase("transactions", migrationsOf.transactions);
const options = { url: made.url, applicationName: "test", isMaintenance: true };
const database = openDatabase({ ...options, poolMax: 4 });
const folder = mkdtempSync(join(tmpdir(), "sanu-export-"));
let logged: readonly PublishedFact[];

beforeAll(async () => {
  await fillLog(database, 60);
  logged = await factsIn(database);
});

afterAll(async () => {
  leaveSystem();
  await database.close();
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

const newStream = (facts: readonly MadeFact[]) => newStreamBeside(facts, made.url);

const exportTo = (out: string, ...args: string[]) =>
  sanu("export", "--out", join(folder, out), "--block-facts", "25", ...args);

it("is one at a time in a folder, and the other one is told so", async () => {
  const messaging = await newStream(logged);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const reader = streamReader(messaging, "transactions");
  const waiting = exportEvents({
    folder: join(folder, "shared"),
    encoding: { format: "jsonl", compression: "zstd" },
    selection: {},
    blockFacts: 25,
    readers: [{ ...reader, findRange: () => gate.then(reader.findRange) }],
  });
  await eventually("it says so", () => existsSync(join(folder, "shared", lockName)));
  expect(await exportTo("shared")).toMatch(
    /^Error: Another export writes into \S+shared at present: process \d+ on /,
  );
  open();
  await waiting;
  await exportTo("shared");
  await exportTo("alone");
  expect(hashesIn(join(folder, "shared"))).toEqual(hashesIn(join(folder, "alone")));
  await messaging.close();
});

it("goes on where one was killed that had said that it writes there", async () => {
  const messaging = await newStream(logged);
  mkdirSync(join(folder, "left"));
  const { pid } = spawnSync("true");
  const killed = { host: hostname(), pid, id: "killed" };
  writeFileSync(join(folder, "left", lockName), JSON.stringify(killed));
  await exportTo("left");
  const elsewhere = { ...killed, host: "another machine" };
  writeFileSync(join(folder, "left", lockName), JSON.stringify(elsewhere));
  await exportTo("left");
  expect(hashesIn(join(folder, "left")).join()).not.toContain(lockName);
  await messaging.close();
});

it("has the same bytes from the log as from the stream, and after many runs as after one", async () => {
  const messaging = await newStream(logged.slice(0, 60));
  await exportTo("steps");
  await publishFacts(messaging, logged.slice(60, 61));
  await exportTo("steps");
  await publishFacts(messaging, logged.slice(61));
  await exportTo("steps");
  expect(await exportTo("steps")).toContain(" 0 facts read");
  await exportTo("whole");
  await exportTo("log", "--from-log");
  await messaging.close();

  const whole = hashesIn(join(folder, "whole"));
  expect(whole.length).toBeGreaterThan(7);
  expect(hashesIn(join(folder, "steps"))).toEqual(whole);
  expect(hashesIn(join(folder, "log"))).toEqual(whole);
});

it("goes on from the log behind what it has from the stream", async () => {
  const messaging = await newStream(logged.slice(0, 90));
  await exportTo("both");
  await messaging.close();
  await exportTo("both", "--from-log");

  expect(hashesIn(join(folder, "both"))).toEqual(hashesIn(join(folder, "whole")));
});

it("reads the log to its end beside a transaction that never appends to it", async () => {
  await asAdmin(async (client) => {
    await client.query("begin");
    await client.query("select pg_current_xact_id()");
    const other = await createTestDatabase("transactions", migrationsOf.transactions);
    const filled = openDatabase({ ...options, url: other.url, poolMax: 2 });
    await fillLog(filled, 12);
    expect(await factsIn(filled)).toHaveLength(34);
    await client.query("rollback");
    await filled.close();
    await other.drop();
  });
});

it("writes what was selected, by type, aggregate and time", async () => {
  await (await newStream(logged)).close();
  const [first] = logged;
  const of = async (out: string, ...args: string[]) => {
    await exportTo(out, ...args);
    const blocks = readManifest(join(folder, out)).streams["TRANSACTIONS"]?.blocks ?? [];
    return blocks.flatMap(({ files }) => files).reduce((sum, { facts }) => sum + facts, 0);
  };
  const due = (test: (fact: PublishedFact) => boolean) => logged.filter(test).length;

  expect(await of("type", "--type", "TransactionPaid")).toBe(
    due(({ type }) => type.includes("TransactionPaid")),
  );
  expect(await of("aggregate", "--aggregate", first?.aggregateId ?? "")).toBe(
    due(({ aggregateId }) => aggregateId === first?.aggregateId),
  );
  expect(await of("time", "--from", "2026-01-02", "--until", "2026-01-02T00:30:00Z")).toBe(
    due(({ time }) => time >= "2026-01-02" && time < "2026-01-02T00:30"),
  );
  expect(await exportTo("nothing", "--type", "TransactionPayed")).toContain(
    "Nobody publishes TransactionPayed",
  );
  const turned = ["--from", "2026-01-02", "--until", "2026-01-01"];
  expect(await exportTo("nothing", ...turned)).toContain("is not behind --from 2026-01-02");
});

it("mixes neither two formats nor two streams in one folder, and says so", async () => {
  await (await newStream(logged)).close();
  expect(await exportTo("whole", "--format", "csv")).toContain(
    'holds an export with format "jsonl"',
  );

  await (await newStream(logged.toReversed())).close();
  expect(await exportTo("whole")).toContain("TRANSACTIONS does not hold fact 170");

  writeFileSync(join(folder, "whole", "manifest.json"), "{}");
  expect(await exportTo("whole")).toContain("cannot be read");
});

it.each([
  ["jsonl", "of TRANSACTIONS is no fact: it has no type or no time"],
  ["parquet", "The payload of fact 61 of TRANSACTIONS is no JSON"],
])(
  "ends as %s at what it cannot read, says so, and keeps the blocks before it",
  async (format, words) => {
    const messaging = await newStream(logged.slice(0, 60));
    const [strange] = logged.slice(60);
    if (strange === undefined) throw new Error("There are fewer facts");
    if (format === "jsonl") await publishWithoutType(messaging, strange);
    else await publishFacts(messaging, [{ ...strange, data: Buffer.from("{") }]);
    await publishFacts(messaging, logged.slice(61));
    await messaging.close();

    const out = `broken-${format}`;
    expect(await exportTo(out, "--format", format)).toContain(words);
    const blocks = readManifest(join(folder, out)).streams["TRANSACTIONS"]?.blocks ?? [];
    expect(blocks.map(({ lastSequence }) => lastSequence)).toEqual([25, 50]);
  },
);

it("stops when it is told to, with every block in the manifest that has its files", async () => {
  const messaging = await newStream([]);
  await publishFacts(messaging, purchaseFacts(12_000, 2));
  const out = join(folder, "stopped");
  const stop = new AbortController();
  const exporting = exportEvents({
    folder: out,
    encoding: { format: "parquet", compression: "zstd" },
    selection: {},
    blockFacts: 1_000,
    readers: [streamReader(messaging, "transactions")],
    onProgress: () => stop.abort(new Error("Enough")),
    signal: stop.signal,
  });
  await expect(exporting).rejects.toThrow("Enough");
  await messaging.close();
  const files = hashesIn(out).filter((line) => !line.includes("manifest.json"));
  const blocks = readManifest(out).streams["TRANSACTIONS"]?.blocks ?? [];
  expect(blocks.length).toBeLessThan(12);
  expect(files).toHaveLength(blocks.flatMap((block) => block.files).length);
});

it("ends where its manifest cannot be written", async () => {
  await (await newStream(logged)).close();
  mkdirSync(join(folder, "unwritable", "manifest.json.partial"), { recursive: true });
  expect(await exportTo("unwritable")).toContain("EISDIR");
  rmSync(join(folder, "unwritable"), { recursive: true });
});

it("counts facts by type, and shows the newest as lines of JSON", async () => {
  await (await newStream(logged)).close();
  const stats = (await sanu("stats", "--json"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { facts: number; type: string });
  expect(stats.reduce((sum, { facts }) => sum + facts, 0)).toBe(logged.length);
  expect(await sanu("stats")).toMatch(/sanu\.transactions\.TransactionCreated\.v1 +60 /);

  for (const source of [[], ["--from-log"]]) {
    const lines = (await sanu("tail", "--last", "2", ...source)).trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(
      logged.slice(-2).map(({ id }) => id),
    );
  }
});

it("leaves nothing half written in the folder", () => {
  const paths = hashesIn(folder).map((line) => line.split(" ")[0] ?? "");
  expect(paths.filter((path) => path.endsWith(".partial"))).toEqual([]);
  expect(readFileSync(join(folder, "log", "manifest.json"), "utf8")).not.toContain(folder);
});
