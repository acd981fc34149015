import { createHash } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@sanu/kernel";
import { factsStart, openDatabase, type PublishedFact } from "@sanu/platform";
import { createTestDatabase, type MadeFact } from "@sanu/testing";
import { Command } from "commander";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addEvents } from "../commands/events.ts";
import { projectionSets } from "../projections.ts";
import { sayingOf } from "../sayings.fixture.ts";
import { migrationsOf } from "../services.ts";
import { columnsOfType } from "./encode/columns.ts";
import { encodeHere } from "./encode/parquet-file.ts";
import type { DayChain } from "./export/chain.ts";
import { makeBlocks } from "./export/make-blocks.ts";
import { type ExportedBlock, readManifest, writeManifest } from "./export/manifest.ts";
import { factsIn, fillLog } from "./filled-log.fixture.ts";
import { leaveSystem, newStream } from "./transactions-stream.fixture.ts";

const projectionSet = projectionSets.find(({ set }) => set.projections.includes("list"))?.set;
if (projectionSet === undefined) throw new Error("Nobody has the list");
const made = await createTestDatabase("transactions", migrationsOf.transactions);
const options = { url: made.url, applicationName: "test", isMaintenance: true };
const database = openDatabase({ ...options, poolMax: 4 });
const folder = mkdtempSync(join(tmpdir(), "sanu-verify-"));
let logged: readonly PublishedFact[];

beforeAll(async () => {
  await fillLog(database, 60);
  await projectionSet.rebuild({ database, names: projectionSet.projections });
  await projectionSet.repair({ database });
  logged = await factsIn(database);
});

beforeEach(() => {
  process.exitCode = 0;
});

afterAll(async () => {
  process.exitCode = 0;
  await database.close();
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads a system whose stream holds these facts. */
async function onStream<Result>(
  facts: readonly MadeFact[],
  work: () => Promise<Result>,
): Promise<Result> {
  await (await newStream(facts, made.url)).close();
  try {
    return await work();
  } finally {
    leaveSystem();
  }
}

function sanu(...args: string[]): Promise<string> {
  const program = new Command("sanu").exitOverride();
  addEvents(program);
  return sayingOf(() => program.parseAsync(["events", ...args], { from: "user" }));
}

/** Exports facts into the folder of an export as a release that did not know how much the way of a payout may cost. */
async function exportAsEarlier(
  out: string,
  facts: readonly PublishedFact[],
  days?: readonly DayChain[],
): Promise<ExportedBlock[]> {
  const manifest = readManifest(out);
  const blocks: ExportedBlock[] = [];
  const columnsOf = (type: string) =>
    columnsOfType(type).filter(({ name }) => name !== "feeLimitSats");
  const read = async function* () {
    yield facts;
  };
  const about = { folder: out, stream: "TRANSACTIONS", terms: manifest.terms, read, columnsOf };
  const onMade = (block: ExportedBlock) =>
    void blocks.push(days === undefined ? block : { ...block, days: [...days] });
  const begin = { start: factsStart, days: [], encodeTable: encodeHere, onMade };
  await makeBlocks({ ...about, ...begin }, facts.length);
  await writeManifest(out, { ...manifest, streams: { TRANSACTIONS: { blocks } } });
  return blocks;
}

const isFileAt = (path: string, value: unknown): value is object =>
  typeof value === "object" && value !== null && "path" in value && value.path === path;

const daysOf = (blocks: readonly ExportedBlock[]) => blocks.flatMap(({ days }) => days);

const verify = (...args: string[]) => sanu("verify", "--stream", "TRANSACTIONS", ...args);
const onlyStream = () => verify("--no-projections");

describe("stream, log, projections and export", () => {
  it("agree where nobody changed anything, and the words say how much was compared", async () => {
    await onStream(logged, async () => {
      const out = join(folder, "whole");
      await sanu("export", "--stream", "TRANSACTIONS", "--out", out);
      const said = await verify("--export", out);

      expect(said).toContain(`TRANSACTIONS: ${logged.length} facts on 2 days, the same`);
      expect(said).toMatch(/list: 60 rows, as the log says/);
      expect(said).toMatch(new RegExp(`${logged.length} facts in \\d+ files, each made again`));
      expect(process.exitCode).toBe(0);
    });
  });
});

const [one, other] = [40, 41] as const;
const without = (facts: readonly MadeFact[]) => facts.filter((_fact, index) => index !== one);
const swapped = (facts: readonly MadeFact[]) =>
  facts.map((fact, index) =>
    index === one ? (facts[other] ?? fact) : index === other ? (facts[one] ?? fact) : fact,
  );
const doubled = (facts: readonly MadeFact[]) =>
  facts.flatMap((fact, index) => (index === one ? [fact, fact] : [fact]));
const changedIn = (change: (fact: MadeFact) => MadeFact) => (facts: readonly MadeFact[]) =>
  facts.map((fact, index) => (index === one ? change(fact) : fact));

describe("a comparison that cannot be made", () => {
  const sessions = async () => {
    const text = `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and application_name = 'sanu-events'`;
    return (await database.query<{ open: number }>(CompiledQuery.raw(text)))[0]?.open;
  };

  it("holds no database behind its error where NATS is away, so that the command ends", async () => {
    Object.assign(process.env, {
      NATS_URL: "nats://127.0.0.1:1",
      TRANSACTIONS_DATABASE_URL: made.url,
    });
    expect(await verify()).toContain("ConnectionError");
    await vi.waitFor(async () => expect(await sessions()).toBe(0), { timeout: 5_000 });
    leaveSystem();
  });

  it("is refused where nothing is left to compare, or there is no export, before anything else", async () => {
    expect(await verify("--no-log", "--no-projections")).toContain(
      "Nothing is left to compare: name --export too, or leave --no-log or --no-projections out",
    );
    expect(await verify("--export", join(folder, "nowhere"))).toContain("nowhere holds no export");
  });
});

describe("an export of several streams", () => {
  it("is told to agree in what was compared, and in nothing else", async () => {
    const out = join(folder, "several");
    await onStream(logged, async () => {
      await sanu("export", "--stream", "TRANSACTIONS", "--out", out);
      const manifest = readManifest(out);
      const { streams } = manifest;
      const files = streams["TRANSACTIONS"]?.blocks.flatMap((block) => block.files).length;
      // Nobody compares with payments here what stands under their name.
      const all = { ...streams, PAYMENTS: streams["TRANSACTIONS"] ?? { blocks: [] } };
      await writeManifest(out, { ...manifest, streams: all });
      const of = (stream: string) =>
        sanu("verify", "--no-log", "--no-projections", "--stream", stream, "--export", out);

      expect(await of("transactions")).toContain(
        `${out}: ${logged.length} facts in ${files} files, each made again from the stream`,
      );
      expect(await of("IDENTITY")).toContain(`${out} holds nothing of IDENTITY`);
    });
  });
});

describe("a planted damage of a stream is found, and named", () => {
  it.each<readonly [string, (facts: readonly MadeFact[]) => readonly MadeFact[], number]>([
    ["is missing", without, one],
    ["is missing: the stream ends", (facts) => facts.slice(0, one), one],
    ["is doubled", doubled, one],
    ["is out of order", swapped, one],
    [
      "is altered: payload differ",
      changedIn((fact) => ({ ...fact, data: Buffer.from('{"amountXof":"1"}') })),
      one,
    ],
    [
      "is altered: time differ",
      changedIn((fact) => ({ ...fact, time: fact.time.replace("26", "25") })),
      one,
    ],
  ])("%s", async (name, damage, at) => {
    const said = await onStream(damage(logged), onlyStream);

    expect(said).toContain(
      `TRANSACTIONS: DIFFERS behind ${name === "is doubled" ? at + 1 : at} facts`,
    );
    expect(said).toContain(logged[at]?.id);
    expect(said).toContain(name);
    expect(process.exitCode).toBe(1);
  });

  it("is not in the log", async () => {
    const [first] = logged;
    if (first === undefined) throw new Error("The log is empty");
    const forged = {
      ...first,
      id: "019aa4c1-0a00-7000-8000-00000000f0f0",
      position: "1.999999.999999",
    };
    const said = await onStream(
      [...logged.slice(0, one), forged, ...logged.slice(one)],
      onlyStream,
    );

    expect(said).toContain(`${forged.id} (${first.type}, ${first.time}) is not in the log`);
    expect(process.exitCode).toBe(1);
  });
});

describe("what was changed elsewhere is found", () => {
  it("a private event that is gone leaves a gap in its aggregate", async () => {
    const [row] = await database.query<{ id: string; text: string }>(
      CompiledQuery.raw(
        `delete from events where event_type = 'TransactionPayoutFailed' and version = 3
           and stream_id = (select min(stream_id::text)::uuid from events where event_type = 'TransactionPayoutFailed')
         returning stream_id as id, (to_jsonb(events) - 'position')::text as text`,
      ),
    );
    const said = await onStream(logged, onlyStream);
    expect(said).toContain(`events of ${row?.id}, whose newest has version`);
    expect(process.exitCode).toBe(1);

    await database.query(
      CompiledQuery.raw(
        `insert into events overriding user value
         select * from jsonb_populate_record(null::events, $1::jsonb || '{"position": 1}')`,
        [row?.text],
      ),
    );
  });

  it("a row of a read table", async () => {
    const raise =
      "update transaction_list set amount_sats = amount_sats + $1 where reference = 'TXN_7'";
    await database.query(CompiledQuery.raw(raise, [1]));
    const said = await onStream(logged, verify);
    await database.query(CompiledQuery.raw(raise, [-1]));

    expect(said).toMatch(/^list: 1 rows DIFFER, the first is .*00000000-0007-/m);
    expect(process.exitCode).toBe(1);
  });

  it("a file of an export, one that is missing, and one that nobody exported", async () => {
    await onStream(logged, async () => {
      const out = join(folder, "files");
      await sanu("export", "--stream", "TRANSACTIONS", "--out", out);
      const path = readManifest(out).streams["TRANSACTIONS"]?.blocks[0]?.files[1]?.path ?? "";
      const only = () => verify("--no-log", "--no-projections", "--export", out);
      appendFileSync(join(out, path), " ");
      expect(await only()).toContain(`DIFFERS: ${path} was altered`);
      expect(process.exitCode).toBe(1);

      rmSync(join(out, path));
      expect(await only()).toContain(`DIFFERS: ${path} is missing`);
    });
  });

  it("nothing, where a later release knows more of a fact than the one that exported it did", async () => {
    const out = join(folder, "earlier");
    const only = () => verify("--no-log", "--no-projections", "--export", out);
    await onStream(logged, async () => {
      await sanu("export", "--stream", "TRANSACTIONS", "--out", out, "--format", "parquet");
      const days = daysOf(await exportAsEarlier(out, logged));
      expect(await only()).toMatch(/facts in \d+ files, each made again/);
      expect(process.exitCode).toBe(0);

      // What such a file says is compared all the same, also where the chains are said to be right.
      const [order, ...others] = logged.map((fact) =>
        fact.type.includes("TransactionCreated") ? { ...fact, id: newId() } : fact,
      );
      if (order === undefined) throw new Error("Nothing is logged");
      await exportAsEarlier(out, [order, ...others], days);
      expect(await only()).toMatch(
        /DIFFERS: \S*TransactionCreated\S* is not what TRANSACTIONS makes/,
      );
      expect(process.exitCode).toBe(1);
    });
  });

  it("nothing, where an earlier release had moments in Parquet as texts; such an export is not gone on with", async () => {
    const out = join(folder, "texts");
    const exported = () =>
      sanu("export", "--stream", "TRANSACTIONS", "--out", out, "--format", "parquet");
    await onStream(logged, async () => {
      await exported();
      const manifest = readManifest(out);
      const { columnTypes, ...terms } = manifest.terms;
      const path = manifest.streams["TRANSACTIONS"]?.blocks[0]?.files[0]?.path ?? "";
      const bytes = Buffer.from("as it was then");
      writeFileSync(join(out, path), bytes);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const text = JSON.stringify({ ...manifest, terms }, (_name, value: unknown) =>
        isFileAt(path, value) ? { ...value, sha256 } : value,
      );
      writeFileSync(join(out, "manifest.json"), text);

      expect(columnTypes).toBe(2);
      expect(await verify("--no-log", "--no-projections", "--export", out)).toContain(
        "by their hashes and chains: another release of Node or of Sanu wrote them",
      );
      expect(process.exitCode).toBe(0);
      expect(await exported()).toContain(
        "holds an export of an earlier release, without columnTypes, and not 2: use a new folder",
      );
    });
  });

  it("a stream that changed behind its export", async () => {
    const out = join(folder, "behind");
    await onStream(logged, () => sanu("export", "--stream", "TRANSACTIONS", "--out", out));
    const said = await onStream(swapped(logged), () =>
      verify("--no-log", "--no-projections", "--export", out),
    );

    expect(said).toMatch(/DIFFERS: TRANSACTIONS has other facts on 2026-01-0\d than the export/);
    expect(process.exitCode).toBe(1);
  });
});
