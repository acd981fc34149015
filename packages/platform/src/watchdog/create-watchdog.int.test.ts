import { createTestDatabase, eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { attemptSchema } from "../attempts/attempts.fixture.ts";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createWatchdog } from "./create-watchdog.ts";
import { moneyWatchRules } from "./platform-rules.ts";
import { measureOpenWork, type WatchRule } from "./watch-rule.ts";

const hourMs = 3_600_000;

const made = await createTestDatabase("watchdog", {
  "0001-initial": createSchema(platformTables, attemptSchema, [
    "create table parcels (parcel_id int primary key, kind text, begun_at timestamptz, ended_at timestamptz)",
  ]),
});
const database = openDatabase({ url: made.url, poolMax: 2, applicationName: "test" });

afterAll(async () => {
  await database.close();
  await made.drop();
});

const parcels: WatchRule = {
  what: "parcel",
  table: "parcels",
  since: "begun_at",
  only: "ended_at is null",
  by: "kind",
  allowedMs: hourMs,
};

const run = (text: string) => database.query(CompiledQuery.raw(text));
const insertParcel = (id: number, kind: string, age: string, end = "null") =>
  run(`insert into parcels values (${id}, '${kind}', now() - interval '${age}', ${end})`);

describe("what is open", () => {
  beforeEach(() => run("delete from parcels"));

  it("is counted by its kind, with the age of the oldest, and what has ended is not", async () => {
    await insertParcel(1, "small", "10 minutes");
    await insertParcel(2, "small", "2 hours");
    await insertParcel(3, "large", "5 minutes");
    await insertParcel(4, "large", "9 days", "now()");

    const rows = await measureOpenWork(database, parcels);
    expect(rows).toMatchObject([
      { by: "large", open: 1, overdue: 0 },
      { by: "small", open: 2, overdue: 1 },
    ]);
    expect(rows.map(({ oldestMs }) => Math.floor(oldestMs / 60_000))).toEqual([5, 120]);
  });

  it("is said by metric, once in the log for each that becomes overdue, and its alarm ends with it", async () => {
    const metrics = createMetrics("test");
    const warned: unknown[] = [];
    const logger = { info: () => undefined, warn: (fields: unknown) => void warned.push(fields) };
    const watchdog = createWatchdog({ rules: [parcels], database, logger, metrics });
    const look = async () => {
      watchdog.wake();
      await watchdog.whenIdle();
      return (await metrics.scrape()).text;
    };
    await insertParcel(1, "small", "2 hours");
    watchdog.start();
    expect(await look()).toContain(
      'sanu_open_work_overdue{what="parcel",by="small",service="test"} 1',
    );
    await look();
    expect(warned).toEqual([{ what: "parcel", overdue: 1, allowedMs: hourMs }]);

    await run("update parcels set ended_at = now()");
    const text = await look();
    expect(text).toContain('sanu_open_work_overdue{what="parcel",by="small",service="test"} 0');
    expect(text).toContain('sanu_open_work{what="parcel",by="small",service="test"} 0');
    await watchdog.stop();
    metrics.close();
  });

  it("is seen also when another rule cannot be read", async () => {
    const metrics = createMetrics("test");
    const broken = { ...parcels, what: "nothing", table: "no_such_table" };
    const logger = { info: () => undefined, warn: () => undefined };
    const watchdog = createWatchdog({ rules: [broken, parcels], database, logger, metrics });
    await insertParcel(1, "small", "2 hours");
    watchdog.start();
    await eventually("the other rule was read", async () =>
      (await metrics.scrape()).text.includes('overdue{what="parcel",by="small",service="test"} 1'),
    );
    await watchdog.stop();
    metrics.close();
  });
});

describe("what every service has", () => {
  it("is a timer that did not fire, a fact that stays parked and money that does not arrive", async () => {
    await run(`insert into timers values (gen_random_uuid(), 'expiry', gen_random_uuid(), now() - interval '2 minutes'),
      (gen_random_uuid(), 'expiry', gen_random_uuid(), now() + interval '1 hour')`);
    await run(`insert into attempts (attempt_id, subject_id, attempt_number, kind, state, provider, next_at, correlation_id, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 1, 'send', 'unknown', 'node', now() - interval '20 minutes', 'c', now() - interval '3 hours'),
        (gen_random_uuid(), gen_random_uuid(), 1, 'send', 'settled', 'node', null, 'c', now() - interval '3 hours')`);
    await run(`insert into parked_facts values
      ('group', 'f', 'l', 1, '1', 1, '{}', '', 'transient', 'r', 1, now() - interval '1 hour', null)`);

    await run(`insert into attempts (attempt_id, subject_id, attempt_number, kind, state, provider, next_at, correlation_id, created_at)
      select gen_random_uuid(), gen_random_uuid(), 1, 'collection', state, 'carrier', now(), 'c', now() - interval '3 hours'
      from unnest(array['accepted', 'unknown']) as state`);

    const found: unknown[] = [];
    for (const rule of moneyWatchRules({ reviewAfterMs: hourMs, asksPayers: ["collection"] })) {
      for (const { by, open, overdue } of await measureOpenWork(database, rule)) {
        found.push([rule.what, by, open, overdue]);
      }
    }
    expect(found).toEqual([
      ["timer", "expiry", 1, 1],
      ["parked-fact", "group", 1, 1],
      // A payer who takes his time is no open question.
      ["attempt", "collection unknown", 1, 1],
      ["attempt", "send unknown", 1, 1],
      // What nobody claims has a provider that nobody serves.
      ["unclaimed-attempt", "collection carrier", 2, 0],
      ["unclaimed-attempt", "send node", 1, 1],
    ]);
  });
});
