import { eventually, isLongRun } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../database/open-database.ts";
import { beginRun } from "./begin-run.ts";
import { type RebuildBed, seed, startRebuildBed, swappedTables, upTo } from "./rebuild.fixture.ts";
import type { RebuildBegin, RebuildProgress } from "./rebuild.ts";
import { findRun, storeRun } from "./run-state.ts";

let bed: RebuildBed;

beforeEach(async () => {
  bed = await startRebuildBed();
});

afterEach(() => bed.stop());

/** A checkpoint behind each page, and many pages. */
const often = { pageEvents: 20, checkpointEveryMs: 0 } as const;
const build = "of today";
const steps = ["reading", "indexing", "catching up", "swapping"] as const;

async function fill(counters: number, raisesEach: number): Promise<readonly string[]> {
  const ids = await bed.openMany(counters);
  for (let round = 0; round < raisesEach; round += 1) await raiseAll(ids);
  return ids;
}

async function raiseAll(ids: readonly string[]): Promise<void> {
  for (let first = 0; first < ids.length; first += 100) {
    const wave = ids.slice(first, first + 100);
    await Promise.all(wave.map((id) => bed.raise(id, BigInt(1 + upTo(1_000)))));
  }
}

const oids = (...tables: readonly string[]) =>
  Promise.all(tables.map((table) => bed.run(`select '${table}'::regclass::oid::int as oid`)));
const leftovers = () => bed.run("select relname from pg_class where relname like '%rebuild%'");
const eventsCount = async () => {
  const [row] = await bed.run("select count(*)::int as count from events");
  return (row as { readonly count: number }).count;
};

/** What the log makes of the tables that are swapped. */
async function expectAsFolded(): Promise<void> {
  const findings = await bed.set.verify({ database: bed.maintenance, names: swappedTables });
  expect(findings.map(({ name, differencesCount }) => [name, differencesCount])).toEqual(
    swappedTables.map((table) => [table, 0]),
  );
}

/** Every session of the rebuild ends at once, as with a process that is killed. One that it opens behind that may stay, idle, for long. */
async function kill(): Promise<void> {
  const ended = await bed.run(`select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'maintenance'`);
  const pids = (ended as readonly { readonly pid: number }[]).map(({ pid }) => pid);
  const left = `select from pg_stat_activity where pid = any('{${pids.join()}}')`;
  await eventually("they are gone", async () => (await bed.run(left)).length === 0);
}

/** What the names of its tables end with. */
async function attemptOf(): Promise<string> {
  const [run] = await bed.run("select state->>'attempt' as attempt from projection_rebuilds");
  return (run as { readonly attempt: string }).attempt;
}

type Options = Parameters<RebuildBed["set"]["rebuild"]>[0];

async function rebuild(
  options: Partial<Options> = {},
): Promise<{ readonly begin: RebuildBegin | undefined; readonly eventsRead: number }> {
  let begin: RebuildBegin | undefined;
  const eventsRead = await bed.set.rebuild({
    database: bed.maintenance,
    names: swappedTables,
    build,
    ...often,
    onBegin: (one) => {
      begin = one;
    },
    ...options,
  });
  return { begin, eventsRead };
}

/** Ends a rebuild at the first, second … progress of a step; returns how it had begun. */
async function broken(
  at: { readonly step: RebuildProgress["step"]; readonly after?: number },
  end: (stop: AbortController) => unknown,
  options: Partial<Options> = {},
): Promise<RebuildBegin | undefined> {
  const stop = new AbortController();
  let left = at.after ?? 0;
  let begin: RebuildBegin | undefined;
  let ended: unknown;
  let isEnding = false;
  const work = rebuild({
    signal: stop.signal,
    onBegin: (one) => {
      begin = one;
    },
    onProgress({ step }) {
      if (step !== at.step || isEnding) return;
      left -= 1;
      if (left >= 0) return;
      isEnding = true;
      ended = end(stop);
    },
    ...options,
  });
  const [outcome] = await Promise.allSettled([work]);
  // Whatever came of it: a late end must not meet the next one.
  await ended;
  expect(outcome.status).toBe("rejected");
  return begin;
}

const stopped = (stop: AbortController) => stop.abort(new Error("stopped"));
/** Far enough that something is kept. */
const inTheMiddle = { step: "reading", after: 4 } as const;

describe(`a rebuild that ended before its end (seed ${seed})`, () => {
  it("goes on behind what it had kept, killed in each of its steps while others write", async () => {
    const ids = await fill(isLongRun() ? 2_000 : 100, 2);
    let isOver = false;
    const failures: unknown[] = [];
    const traffic = (async () => {
      for (let turn = 0; !isOver && failures.length === 0; turn += 1) {
        const work =
          turn % 5 === 0 ? bed.open("late") : bed.raise(ids[turn % ids.length] ?? "", 1n);
        await work.catch((error: unknown) => failures.push(error));
        // On a busy machine the log would otherwise grow faster than a rebuild with so many checkpoints reads it.
        await new Promise((go) => setTimeout(go, 25));
      }
    })();
    // On a busy machine it may have ended before it is killed.
    const killedAt = (at: Parameters<typeof broken>[0], pauseMs = 0) =>
      broken(at, async () => {
        await new Promise((go) => setTimeout(go, pauseMs));
        await kill();
      }).catch(() => undefined);
    try {
      await killedAt(inTheMiddle);
      let behind = 0;
      for (let round = 0; round < (isLongRun() ? 60 : 1); round += 1) {
        for (const step of steps) {
          const after = step === "reading" || step === "swapping" ? upTo(4) : 0;
          const begin = await killedAt({ step, after }, step === "reading" ? 0 : upTo(30));
          const isResumed = begin?.isResumed === true;
          if (isResumed) expect(begin?.eventsRead).toBeGreaterThanOrEqual(behind);
          behind = isResumed ? (begin?.eventsRead ?? 0) : 0;
        }
      }
    } finally {
      isOver = true;
      await traffic;
    }
    await rebuild();

    expect(failures).toEqual([]);
    await expectAsFolded();
    expect(await leftovers()).toEqual([]);
  });

  it("reads only what comes behind its last checkpoint", async () => {
    await fill(100, 3);
    const fed = await bed.allRows();
    await broken(inTheMiddle, stopped);

    const { begin, eventsRead } = await rebuild();

    const all = await eventsCount();
    expect(begin?.isResumed).toBe(true);
    expect(begin?.eventsRead).toBeGreaterThanOrEqual(4 * 16);
    expect(eventsRead).toBe(all - (begin?.eventsRead ?? 0));
    expect(await bed.allRows()).toEqual(fed);
    expect(await leftovers()).toEqual([]);
  });

  it("takes away what was stored behind its last checkpoint", async () => {
    await fill(100, 3);
    const fed = await bed.allRows();
    await broken(inTheMiddle, stopped);
    const attempt = await attemptOf();
    await bed.run(`insert into counters__rebuild_${attempt}
      select 'ffffffff-ffff-7fff-8fff-ffffffffffff', owner, 1, roles from counters limit 1`);
    await bed.run(`insert into owners__rebuild_parts_${attempt} values ('everybody', 1, 1000000)`);
    await bed.run(`insert into counts__rebuild_${attempt} values ('half', 1, 1, 1)`);

    const { begin } = await rebuild();

    expect(begin?.isResumed).toBe(true);
    expect(await bed.allRows()).toEqual(fed);
  });

  it("is stopped again and again, and goes on behind the last time", async () => {
    await fill(100, 2);
    const fed = await bed.allRows();
    const places: number[] = [];
    const placesMin = 4;
    // A stop may come before the next checkpoint; then the one behind it begins at the same place.
    for (let round = 0; round < 20 && new Set(places).size < placesMin; round += 1) {
      const begin = await broken({ step: "reading", after: 1 }, stopped);
      places.push(begin?.eventsRead ?? 0);
    }
    await rebuild();

    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(new Set(places).size).toBe(placesMin);
    expect(await bed.allRows()).toEqual(fed);
  });

  it("remembers amounts that no floating number holds", async () => {
    const [first = "", second = "", third = ""] = await fill(60, 2);
    const large = 2n ** 60n + 1n;
    for (const id of [first, second, third]) await bed.raise(id, large);
    const fed = await bed.allRows();
    for (const after of [1, 2, 2]) await broken({ step: "reading", after }, stopped);

    const { begin } = await rebuild();

    expect(begin?.isResumed).toBe(true);
    expect(await bed.allRows()).toEqual(fed);
    await expectAsFolded();
  });

  it("folds no event twice into a row that adds them up, killed between two batches of catching up", async () => {
    const ids = await fill(450, 0);
    await broken({ step: "indexing" }, stopped);
    await raiseAll(ids);
    await raiseAll(ids.slice(0, 50));
    // Whoever reads the live table keeps the swap away: what is stored stays a catching up that did not end.
    const { promise: letGo, resolve: end } = Promise.withResolvers<void>();
    const reader = bed.database.transaction(async (session) => {
      await session.query(CompiledQuery.raw("lock table owners in access share mode"));
      await letGo;
    });
    const work = rebuild();
    work.catch(() => undefined);
    const half = `select from projection_rebuilds, jsonb_array_elements(state->'tables') as one
      where one->'round' <> 'null' and one->>'live' = 'owners'`;
    await eventually("a batch is stored", async () => (await bed.run(half)).length > 0);
    await kill();
    await expect(work).rejects.toThrow();
    end();
    await reader;
    // What the batch has folded goes on meanwhile: the round that is gone on with ends at the moment at which it began.
    await raiseAll(ids);
    const { begin } = await rebuild();

    expect(begin).toMatchObject({ isResumed: true });
    await expectAsFolded();
  });

  it("does not make again what was put in place before", async () => {
    await fill(20, 2);
    const before = await oids(...swappedTables);
    await broken({ step: "swapping", after: 2 }, stopped);
    const between = await oids(...swappedTables);

    const { begin, eventsRead } = await rebuild();

    expect(begin?.swapped).toEqual(["counters", "owners"]);
    expect(eventsRead).toBe(0);
    expect(between.slice(2)).toEqual(before.slice(2));
    const after = await oids(...swappedTables);
    expect(after.slice(0, 2)).toEqual(between.slice(0, 2));
    expect(after[2]).not.toEqual(before[2]);
    await expectAsFolded();
  });

  it("keeps the indexes that it has, and makes the others", async () => {
    await fill(20, 2);
    await broken({ step: "catching up" }, stopped);
    const indexes =
      "select indexrelid::int as oid from pg_index where indrelid = 'counters'::regclass order by 1";
    const side = `counters__rebuild_${await attemptOf()}`;
    await bed.run("drop index counters__rebuild_index_0");
    const kept = await bed.run(indexes.replace("counters'", `${side}'`));
    expect(kept).toHaveLength(1);

    await rebuild();

    expect(await bed.run(indexes)).toEqual(expect.arrayContaining(kept));
    expect(await bed.run(indexes)).toHaveLength(2);
  });

  const causes: Readonly<
    Record<string, { by: () => Promise<unknown>; why: string; build?: string }>
  > = {
    "another build would fold it": {
      by: () => Promise.resolve(),
      why: "another build",
      build: "of tomorrow",
    },
    "a table got a column": {
      by: () => bed.run("alter table counters add column note text"),
      why: "counters is defined otherwise",
    },
    "a table got an index": {
      by: () => bed.run("create index late on owners (raised_xof)"),
      why: "owners is defined otherwise",
    },
    "the log was put back": {
      by: () => bed.run("update log_meta set log_epoch = log_epoch + 1"),
      why: "put back",
    },
    "more than a day went by": {
      by: () => bed.run("update projection_rebuilds set begun_at = begun_at - interval '25 h'"),
      why: "more than a day old",
    },
    "all of it was put in place": {
      by: () =>
        bed.run(`update projection_rebuilds set state = jsonb_set(state, '{tables}', (
          select jsonb_agg(one || '{"isSwapped": true}') from jsonb_array_elements(state->'tables') as one))`),
      why: "all in place",
    },
    "what it had made is gone": {
      async by() {
        await bed.run(`drop table counts__rebuild_${await attemptOf()}`);
      },
      why: "counts is gone",
    },
  };

  for (const [what, { by, why, build: other }] of Object.entries(causes)) {
    it(`begins anew where ${what}`, async () => {
      await fill(60, 2);
      await broken(inTheMiddle, stopped);
      await by();

      const { begin, eventsRead } = await rebuild({ build: other ?? build });

      expect(begin).toMatchObject({ isResumed: false, eventsRead: 0 });
      expect(begin?.why).toContain(why);
      expect(eventsRead).toBe(await eventsCount());
      await expectAsFolded();
      expect(await leftovers()).toEqual([]);
    });
  }

  it("is not continued by who asks the same a day later", async () => {
    await fill(60, 2);
    const asked = "counters owners counts raises";
    await broken(inTheMiddle, stopped, { asked });
    const isUnfinished = () => bed.set.isUnfinished(bed.maintenance, { build, asked });
    expect(await isUnfinished()).toBe(true);

    await bed.run("update projection_rebuilds set begun_at = begun_at - interval '25 h'");

    expect(await isUnfinished()).toBe(false);
  });

  it("keeps autovacuum from what only it knows, and gives what is in place its own settings back", async () => {
    await fill(60, 2);
    await bed.run("alter table counters set (fillfactor = 70, autovacuum_enabled = on)");
    await broken(inTheMiddle, stopped);
    const settings = (name: string) =>
      bed.run(
        `select relname, reloptions from pg_class where relkind = 'r' and relname ${name} order by 1`,
      );
    const beside = await settings("like '%rebuild\\_%'");
    expect(beside.length).toBeGreaterThan(swappedTables.length);
    for (const { reloptions } of beside as readonly { readonly reloptions: readonly string[] }[]) {
      expect(reloptions).toContain("autovacuum_enabled=off");
    }

    await rebuild();

    expect(await settings("in ('counters', 'owners')")).toEqual([
      { relname: "counters", reloptions: ["fillfactor=70", "autovacuum_enabled=on"] },
      { relname: "owners", reloptions: null },
    ]);
  });

  it("is thrown away when it is asked for anew, or for other tables", async () => {
    await fill(60, 2);
    await broken(inTheMiddle, stopped);
    const anew = await broken(inTheMiddle, stopped, { isAnew: true });
    expect(anew).toMatchObject({ isResumed: false, why: "as asked for" });

    const { begin } = await rebuild({ names: ["raises"] });

    expect(begin).toMatchObject({
      isResumed: false,
      why: "the unfinished one was of counters, owners, counts, raises",
    });
    expect(await leftovers()).toEqual([]);
    await expectAsFolded();
  });

  it("finds no table for what the process before it has still under way", async () => {
    await fill(60, 2);
    await broken(inTheMiddle, stopped);
    const sides =
      "select relname from pg_class where relname like '%rebuild%' and relkind = 'r' order by 1";
    const before = await bed.run(sides);
    await broken({ step: "reading" }, stopped);

    const after = (await bed.run(sides)).map((row) => JSON.stringify(row));
    expect(before.length).toBe(after.length);
    expect(before.filter((row) => after.includes(JSON.stringify(row)))).toEqual([
      { relname: "projection_rebuilds" },
    ]);
  });

  it("stores nothing on a server that does not know whose turn it is", async () => {
    await fill(60, 2);
    await broken(inTheMiddle, stopped);
    const run = await findRun(bed.maintenance, swappedTables);
    if (run?.state === undefined) throw new Error("There is no unfinished rebuild");
    const { runId, state } = run;
    const [own] = await bed.run("select pg_backend_pid() as pid");
    const { pid: holderPid } = own as { readonly pid: number };

    const stored = storeRun(bed.maintenance, { runId, attempt: state.attempt, holderPid }, state);

    await expect(stored).rejects.toThrow("stores nothing more");
  });

  it("throws nothing away that came behind its turn", async () => {
    await fill(60, 2);
    await broken(inTheMiddle, stopped);
    const before = await leftovers();
    const [own] = await bed.run("select pg_backend_pid() as pid");
    const { pid: holderPid } = own as { readonly pid: number };
    const { signal } = new AbortController();
    const of = { database: bed.maintenance, tables: [], siblings: swappedTables } as const;

    const begun = beginRun({ ...of, build, asked: "", isAnew: true }, { signal, holderPid });

    await expect(begun).rejects.toThrow("stores nothing more");
    expect(await leftovers()).toEqual(before);
  });

  it("is none where another process ends it while somebody asks", async () => {
    await fill(60, 2);
    await broken(inTheMiddle, stopped);
    const { maintenance } = bed;
    const asking: Pick<Database, "query"> = {
      async query(statement) {
        if (statement.sql.includes("begun_at")) await bed.run("drop table projection_rebuilds");
        return maintenance.query(statement);
      },
    };

    expect(await findRun(asking, swappedTables)).toBeUndefined();
  });

  it("leaves a table alone whose definition changes between its reading and its swap", async () => {
    await fill(20, 1);
    let altered: Promise<unknown> = Promise.resolve();
    const work = rebuild({
      names: ["counters"],
      onProgress({ step }) {
        if (step === "indexing") altered = bed.run("alter table counters add column note text");
      },
    });
    await expect(work).rejects.toThrow("defined otherwise meanwhile");
    await altered;

    const { begin } = await rebuild({ names: ["counters"] });
    expect(begin?.why).toContain("counters is defined otherwise");
    expect(await bed.run("select note from counters limit 1")).toEqual([{ note: null }]);
  });
});
