import { randomBytes } from "node:crypto";
import { eventually, isLongRun } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AlreadyRunningError } from "./only-one.ts";
import { type RebuildBed, seed, startRebuildBed, swappedTables, upTo } from "./rebuild.fixture.ts";
import type { RebuildProgress } from "./rebuild.ts";

let bed: RebuildBed;

beforeEach(async () => {
  bed = await startRebuildBed();
});

afterEach(() => bed.stop());

/** Counters of a few owners, raised in turns. */
async function fill(counters: number, raises: number): Promise<readonly string[]> {
  const ids = await bed.openMany(counters);
  for (let raised = 0; raised < raises; raised += 10) {
    const chosen = new Set(Array.from({ length: 10 }, () => ids[upTo(ids.length)] ?? ""));
    await Promise.all([...chosen].map((id) => bed.raise(id, BigInt(1 + upTo(1_000)))));
  }
  return ids;
}

const shapeOf = (table: string) =>
  bed.run(`select attname, atttypid::int, attnotnull from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 order by attnum`);

const settingsOf = () =>
  bed.run(`select relname, reloptions from pg_class
    where relname = any('{${swappedTables.join(",")}}') order by 1`);

const indexesOf = () =>
  bed.run("select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1");

const constraintsOf = () =>
  bed.run("select conname, contype::text, conindid::regclass::text from pg_constraint order by 1");

async function differences(): Promise<Readonly<Record<string, number>>> {
  const findings = await bed.set.verify({ database: bed.maintenance });
  return Object.fromEntries(findings.map(({ name, differencesCount }) => [name, differencesCount]));
}

/** Holds a table until it is let go. Whoever reads one keeps a swap away. */
async function hold(table: string, mode: string): Promise<() => Promise<void>> {
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
  const reader = bed.database.transaction(async (session) => {
    await session.query(CompiledQuery.raw(`lock table ${table} in ${mode} mode`));
    held();
    await end;
  });
  await isHeld;
  return async () => {
    letGo();
    await reader;
  };
}

/** The connection that keeps other rebuilds and repairs away breaks. */
async function loseTurn(): Promise<void> {
  const turns = `from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`;
  await bed.run(`select pg_terminate_backend(pid) ${turns}`);
  await eventually("the server has let it go", async () => {
    return (await bed.run(`select ${turns}`)).length === 0;
  });
}

const none = { counters: 0, owners: 0, counts: 0, raises: 0 };

describe(`a rebuild (seed ${seed})`, () => {
  it("makes of the whole log what the appends made event by event", async () => {
    await fill(isLongRun() ? 6_000 : 300, isLongRun() ? 12_000 : 600);
    const fedOneByOne = await bed.allRows();
    const shape = async () => [
      await indexesOf(),
      await constraintsOf(),
      await settingsOf(),
      await shapeOf("counters"),
    ];
    const before = await shape();
    for (const table of swappedTables) await bed.run(`delete from ${table}`);
    const steps: RebuildProgress[] = [];

    const eventsRead = await bed.set.rebuild({
      database: bed.maintenance,
      names: swappedTables,
      onProgress: (progress) => steps.push(progress),
    });

    expect(await bed.allRows()).toEqual(fedOneByOne);
    expect(await shape()).toEqual(before);
    expect(await bed.run("select count(*)::int from events")).toEqual([{ count: eventsRead }]);
    expect(new Set(steps.map(({ step }) => step))).toEqual(
      new Set(["reading", "indexing", "catching up", "swapping", "done"]),
    );
    expect(await differences()).toMatchObject(none);
  });

  it("loses no write and fails no read while both go on", async () => {
    const ids = await fill(400, 100);
    const failures: unknown[] = [];
    let isOver = false;
    let begun = 0;
    let writes = 0;
    let reads = 0;
    const everyMs = (ms: number, work: () => Promise<unknown>): Promise<void> =>
      new Promise((resolve) => {
        const running = new Set<Promise<unknown>>();
        const timer = setInterval(() => {
          if (isOver) {
            clearInterval(timer);
            void Promise.all(running).then(() => resolve());
            return;
          }
          const one = work()
            .catch((error: unknown) => void failures.push(error))
            .finally(() => running.delete(one));
          running.add(one);
        }, ms);
      });
    const write = async () => {
      // In turn: a stream is not written twice at a time, however long one write takes.
      begun += 1;
      if (begun % 4 === 0) await bed.open(`owner ${upTo(7)}`);
      else await bed.raise(ids[begun % ids.length] ?? "", 1n);
      writes += 1;
    };
    const read = async () => {
      await Promise.all(swappedTables.map((table) => bed.run(`select * from ${table} limit 3`)));
      reads += 1;
    };
    const traffic = Promise.all([everyMs(5, write), everyMs(20, read)]);
    for (let round = 0; round < (isLongRun() ? 60 : 6); round += 1) {
      await bed.set.rebuild({ database: bed.maintenance });
    }
    isOver = true;
    await traffic;

    expect(failures).toEqual([]);
    expect(Math.min(writes, reads)).toBeGreaterThan(5);
    expect(await differences()).toMatchObject(none);
  });

  it("waits for whoever uses the table, and lets others through meanwhile", async () => {
    const [id = ""] = await fill(5, 10);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const reader = bed.database.transaction(async (session) => {
      await session.query(CompiledQuery.raw("lock table counters in access share mode"));
      await held;
    });
    const { promise: isSwapping, resolve: swapping } = Promise.withResolvers<void>();
    const rebuilt = bed.set.rebuild({
      database: bed.maintenance,
      names: ["counters"],
      onProgress: ({ step }) => step === "swapping" && swapping(),
    });
    await isSwapping;
    await bed.raise(id, 5n);
    expect(await bed.rows("counters")).toHaveLength(5);
    letGo();
    await Promise.all([reader, rebuilt]);

    expect(await differences()).toMatchObject(none);
  });

  it("leaves everything as it was when it is stopped, and begins cleanly the next time", async () => {
    await fill(20, 40);
    const before = await bed.allRows();
    for (const wanted of ["reading", "indexing", "swapping"] as const) {
      const stop = new AbortController();
      const stopped = bed.set.rebuild({
        database: bed.maintenance,
        signal: stop.signal,
        names: ["counters"],
        onProgress: ({ step }) => step === wanted && stop.abort(new Error(`stop: ${step}`)),
      });
      await expect(stopped).rejects.toThrow(`stop: ${wanted}`);
      expect(await bed.allRows()).toEqual(before);
    }
    await bed.set.rebuild({ database: bed.maintenance });

    expect(await bed.allRows()).toEqual(before);
    expect(await bed.run("select from pg_class where relname like '%rebuild%'")).toEqual([]);
  });

  it("ends, and swaps nothing more, when the connection that keeps others away is lost", async () => {
    await fill(20, 40);
    const before = await bed.run("select 'counters'::regclass::oid::int");
    const letGo = await hold("counters", "access share");
    let ended: Promise<unknown> | undefined;
    const lost = bed.set.rebuild({
      database: bed.maintenance,
      onProgress({ step }) {
        if (step !== "reading") return;
        ended ??= loseTurn();
      },
    });

    await expect(lost).rejects.toThrow("keeps other rebuilds away");
    await ended;
    await letGo();
    expect(await bed.run("select 'counters'::regclass::oid::int")).toEqual(before);
    await bed.set.rebuild({ database: bed.maintenance });
    expect(await differences()).toMatchObject(none);
  });

  it("gives the new table to those who may read the live one at the swap, and refuses what it would lose", async () => {
    await fill(5, 5);
    const role = `reader_${randomBytes(4).toString("hex")}`;
    await bed.run(`create role ${role}`);
    const rebuildBeside = async (what: string): Promise<void> => {
      const letGo = await hold("counters", "access share");
      let granted: Promise<unknown> = Promise.resolve();
      const rebuilt = bed.set.rebuild({
        database: bed.maintenance,
        names: ["counters"],
        onProgress({ step }) {
          if (step === "swapping") {
            granted = bed.run(`grant ${what} on counters to ${role}`).finally(letGo);
          }
        },
      });
      await rebuilt.finally(() => granted);
    };
    try {
      await rebuildBeside("select");
      const mayRead = `select has_table_privilege('${role}', 'counters', 'select') as may`;
      expect(await bed.run(mayRead)).toEqual([{ may: true }]);

      await expect(rebuildBeside("insert")).rejects.toThrow("counters has");
    } finally {
      await bed.run(`drop owned by ${role}`);
      await bed.run(`drop role ${role}`);
    }
  });

  it("is alone on its database, and refuses tables on which more hangs than it would restore", async () => {
    await fill(2, 4);
    let second: Promise<unknown> = Promise.resolve();
    await bed.set.rebuild({
      database: bed.maintenance,
      names: ["owners"],
      onProgress: ({ step }) => {
        if (step !== "indexing") return;
        second = bed.set.rebuild({ database: bed.maintenance });
        second.catch(() => undefined);
      },
    });
    await expect(second).rejects.toThrow(AlreadyRunningError);

    await bed.run("grant select on counters to public");
    await expect(bed.set.rebuild({ database: bed.maintenance })).rejects.toThrow("counters has");
  });
});

describe("a verification", () => {
  it("finds rows that are missing, that differ, and rows of nothing, and nothing else", async () => {
    const [first = "", second = ""] = await fill(20, 60);
    const guard = (await bed.rows("counts")).length;
    expect(await differences()).toEqual({ ...none, guard });
    await bed.run(`delete from counters where counter_id = '${first}'`);
    await bed.run(`update counters set total_xof = total_xof + 1 where counter_id = '${second}'`);
    await bed.run("insert into counters values (gen_random_uuid(), 'nobody', 1, '{}')");
    await bed.run("update owners set raised_xof = raised_xof - 1");
    await bed.run(`insert into raises values ('${first}', 99, 1)`);
    await bed.run("insert into counts values ('nobody', 0, 0, 0)");

    expect(await differences()).toEqual({ counters: 3, owners: 1, counts: 0, raises: 1, guard });
  });

  it("repairs a guard by what it lacks, and never swaps it", async () => {
    await fill(20, 0);
    await bed.run("insert into guard select owner, opened + 3 from counts limit 2");
    const [table] = await bed.run("select 'guard'::regclass::oid::int as oid");

    const [finding] = await bed.set.repair({ database: bed.maintenance });

    expect(finding?.differencesCount).toBe((await bed.rows("counts")).length);
    expect(await differences()).toEqual({ ...none, guard: 0 });
    expect(await bed.run("select 'guard'::regclass::oid::int as oid")).toEqual([table]);
    expect((await bed.set.repair({ database: bed.maintenance }))[0]?.differencesCount).toBe(0);
  });

  it("repairs nothing once the connection that keeps others away is lost: two would add twice", async () => {
    await fill(20, 0);
    const letGo = await hold("guard", "access exclusive");
    const repaired = bed.set.repair({ database: bed.maintenance });
    repaired.catch(() => undefined);
    await eventually("it waits to read the guard", async () => {
      const waiting = "select from pg_locks where not granted and relation = 'guard'::regclass";
      return (await bed.run(waiting)).length > 0;
    });
    await loseTurn();
    await letGo();

    await expect(repaired).rejects.toThrow("keeps other rebuilds away");
    expect(await bed.rows("guard")).toEqual([]);
  });
});
