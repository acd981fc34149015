import { plusMs } from "@sanu/kernel";
import { createTestDatabase, eventually, testClock } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { createLogger } from "../logger/create-logger.ts";
import { createMetrics, type Metrics } from "../telemetry/metrics.ts";
import { createRetention } from "./create-retention.ts";
import { deleteExpired, type RetentionRule } from "./retention-rule.ts";

const hourMs = 3_600_000;

const made = await createTestDatabase("retention", {
  "0001-initial": createSchema([
    "create table notes (note_id integer primary key, kind text not null, ended_at timestamptz)",
  ]),
});
const database = openDatabase({ url: made.url, poolMax: 4, applicationName: "test" });

afterAll(async () => {
  await database.close();
  await made.drop();
});

describe("the retention rules of a service", () => {
  let metrics: Metrics;
  const clock = testClock();
  const notes: RetentionRule = {
    table: "notes",
    key: "note_id",
    since: "ended_at",
    keptMs: hourMs,
    batchRowsMax: 2,
  };

  beforeEach(async () => {
    await database.query(CompiledQuery.raw("delete from notes"));
    metrics = createMetrics("test");
  });
  afterEach(() => metrics.close());
  /** Writes notes that ended so long ago; `null` for one that goes on. */
  async function write(...ages: readonly (number | null)[]): Promise<void> {
    const rows = ages.map((ageMs, index) =>
      CompiledQuery.raw("insert into notes values ($1, $2, $3)", [
        index,
        index % 2 === 0 ? "even" : "odd",
        ageMs === null ? null : plusMs(clock.now(), -ageMs),
      ]),
    );
    await database.pipelined(rows);
  }
  const left = async () => {
    const rows = await database.query<{ noteId: number }>(
      CompiledQuery.raw('select note_id as "noteId" from notes order by note_id'),
    );
    return rows.map(({ noteId }) => noteId);
  };
  const retentionOf = (...rules: readonly RetentionRule[]) => {
    const logger = createLogger({ service: "test", level: "silent" });
    return createRetention({ rules, database, clock, logger, metrics });
  };

  it("delete what is over for as long as they say, and keep what is younger or goes on", async () => {
    await write(hourMs, hourMs - 1, null, 2 * hourMs);

    expect(await deleteExpired(database, notes, clock.now())).toBe(2);
    expect(await left()).toEqual([1, 2]);
  });

  it("delete only the rows that they name", async () => {
    await write(hourMs, hourMs);

    expect(await deleteExpired(database, { ...notes, only: "kind = 'odd'" }, clock.now())).toBe(1);
    expect(await left()).toEqual([0]);
  });

  it("count by the database's clock where the service has none of its own", async () => {
    const insert =
      "insert into notes values (1, 'old', now() - interval '61 minutes'), (2, 'new', now())";
    await database.query(CompiledQuery.raw(insert));
    await deleteExpired(database, notes);

    expect(await left()).toEqual([2]);
  });

  it("delete no more than a batch at once", async () => {
    await write(hourMs, hourMs, hourMs);

    expect(await deleteExpired(database, notes, clock.now())).toBe(2);
  });

  it("delete no more than that either where the database takes the table for nearly empty", async () => {
    await write(hourMs);
    await database.query(CompiledQuery.raw("analyze notes"));
    const insert = "insert into notes select id, 'even', $1 from generate_series(1, 5) as id";
    await database.query(CompiledQuery.raw(insert, [plusMs(clock.now(), -2 * hourMs)]));

    expect(await deleteExpired(database, notes, clock.now())).toBe(2);
  });

  it("wait for no row that somebody else holds", async () => {
    await write(hourMs, hourMs);
    await database.transaction(async (session) => {
      await session.query(CompiledQuery.raw("select 1 from notes where note_id = 0 for update"));
      expect(await deleteExpired(database, notes, clock.now())).toBe(1);
    });
    expect(await left()).toEqual([0]);
  });

  it("are carried out to the end, batch by batch, and what they delete is counted", async () => {
    await write(...Array.from({ length: 7 }, () => hourMs), null);
    const retention = retentionOf(notes);
    retention.start();
    await retention.whenIdle();
    await retention.stop();

    expect(await left()).toEqual([7]);
    const { text } = await metrics.scrape();
    expect(text).toContain('sanu_retention_deleted_rows_total{table="notes",service="test"} 7');
  });

  /** The metrics after a run in which a good rule stands behind this one, and was carried out. */
  const metricsBeside = async (rule: typeof notes) => {
    await write(hourMs);
    const retention = retentionOf(rule, notes);
    retention.start();
    await eventually("the other rule was carried out", async () => (await left()).length === 0);
    await retention.stop();
    return (await metrics.scrape()).text;
  };

  /** Whoever is slow to look may see a second run. */
  const failures = /^sanu_loop_failures_total\{loop="retention",service="test"\} [1-9]/m;

  it("wait for the migration that makes their table, and hold nothing up", async () => {
    expect(await metricsBeside({ ...notes, table: "no_such_table" })).not.toMatch(failures);
  });

  it("stop none of the others when one of them fails, and the run is counted as failed", async () => {
    expect(await metricsBeside({ ...notes, since: "no_such_column" })).toMatch(failures);
  });
});
