import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase, eventually, fairNowMs, type TestDatabase } from "@sanu/testing";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { awaitMigrations } from "./await-migrations.ts";
import { migrate } from "./migrate.ts";
import { type Backfill, createSchema, type Migrations } from "./migration.ts";

const initial = createSchema([
  "create table orders (id int primary key, amount int not null, touched int not null default 0)",
  "insert into orders select n, n % 50 from generate_series(1, 100) as n",
]);
const before: Migrations = { "0001-initial": initial };
const addLabel = {
  kind: "expand",
  statements: ["alter table orders add column label text"],
} as const;
const amountIndex = {
  kind: "index",
  name: "orders_amount",
  isUnique: true,
  on: "orders (amount)",
} as const;
const fillTouched: Backfill = {
  kind: "backfill",
  start: "0",
  batch: `with batch as (
      select id from orders where id > $1::int order by id limit $2 for update
    ), filled as (
      update orders set touched = touched + 1 from batch where orders.id = batch.id
    )
    select max(id)::text as place from batch`,
};

let made: TestDatabase;
let other: pg.Client;
const rowsOf = async (text: string) => (await other.query<Record<string, unknown>>(text)).rows;

beforeEach(async () => {
  made = await createTestDatabase("migrate", before);
  other = new pg.Client({ connectionString: made.url });
  await other.connect();
});

afterEach(async () => {
  await other.end();
  await made.drop();
});

describe("who waits for a migration", () => {
  const newer = { ...before, "0002-label": addLabel };

  it("goes on when the job is done, and has changed nothing", async () => {
    const waiting = awaitMigrations(made.url, newer, 30_000);
    const early = await Promise.race([waiting.then(() => "early"), sleep(200, "waits")]);
    const ran = await migrate(made.url, newer);
    await waiting;

    expect(early).toBe("waits");
    expect(ran).toEqual(["0002-label"]);
  });

  it("says what is missing when it waited long enough, and at once what only a person can mend", async () => {
    await expect(awaitMigrations(made.url, newer, 0)).rejects.toThrow(
      "Not migrated yet: 0002-label",
    );
    await expect(awaitMigrations("postgres://x@127.0.0.1:1/x", before, 0)).rejects.toThrow();
    await expect(awaitMigrations(made.url, { "0009-later": initial }, 30_000)).rejects.toThrow(
      "unknown here",
    );
  });
});

describe("a migration of a large table", () => {
  it("may take longer than its database lets anybody else", async () => {
    const database = new URL(made.url).pathname.slice(1);
    await other.query(`alter database ${database} set statement_timeout = '100ms'`);
    await other.query(`alter database ${database} set transaction_timeout = '150ms'`);
    const slow = {
      kind: "expand",
      statements: ["select pg_sleep(0.2)", "select pg_sleep(0.2)"],
    } as const;

    expect(await migrate(made.url, { ...before, "0002-slow": slow })).toEqual(["0002-slow"]);
  });
});

describe("a migration that needs a lock", () => {
  const limits = { lockTimeoutMs: 100, lockPauseMs: 200 };
  const holdMs = 1_500;
  const writesMin = 10;

  it("lets writers pass while somebody reads for long, and is done when the reader ends", async () => {
    const reader = new pg.Client({ connectionString: made.url });
    await reader.connect();
    await reader.query("begin");
    await reader.query("select count(*) from orders");
    const migrated = migrate(made.url, { ...before, "0002-label": addLabel }, limits);

    // Whoever queued behind the migration waits for its try. One who waited for the reader would wait for ever.
    let writes = 0;
    const from = fairNowMs();
    while (fairNowMs() - from < holdMs || writes <= writesMin) {
      await other.query("update orders set touched = touched + 1 where id = 1");
      writes += 1;
      await sleep(10);
    }
    expect(await rowsOf("select name from migrations where name = '0002-label'")).toEqual([]);
    await reader.query("commit");
    await reader.end();

    expect(await migrated).toEqual(["0002-label"]);
    expect(await rowsOf("select label from orders where id = 1")).toEqual([{ label: null }]);
  });

  it("gives up after its tries, by its name, and leaves everything as it was", async () => {
    await other.query("begin");
    await other.query("select count(*) from orders");
    const migrated = migrate(
      made.url,
      { ...before, "0002-label": addLabel },
      { lockTimeoutMs: 50, lockPauseMs: 10, lockTriesMax: 3 },
    );
    await expect(migrated).rejects.toThrow("0002-label got no lock in 3 tries");
    await other.query("rollback");
    expect(await migrate(made.url, { ...before, "0002-label": addLabel })).toEqual(["0002-label"]);
  });
});

describe("an index that is built concurrently", () => {
  const migrations = { ...before, "0002-index": amountIndex };
  const indexes = () =>
    rowsOf(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass('orders_amount')",
    );

  it("is built again where a try has failed in the middle", async () => {
    await expect(migrate(made.url, migrations)).rejects.toThrow("could not create unique index");
    expect(await indexes()).toEqual([{ valid: false }]);

    await other.query("update orders set amount = id");
    expect(await migrate(made.url, migrations)).toEqual(["0002-index"]);
    expect(await indexes()).toEqual([{ valid: true }]);
    await expect(other.query("insert into orders values (101, 1)")).rejects.toThrow(
      "duplicate key",
    );
  });

  it("is taken as it is where only its record is missing", async () => {
    await other.query("update orders set amount = id");
    await migrate(made.url, migrations);
    const [first] = await rowsOf("select 'orders_amount'::regclass::oid as oid");
    await other.query("delete from migrations where name = '0002-index'");

    expect(await migrate(made.url, migrations)).toEqual(["0002-index"]);
    expect(await rowsOf("select 'orders_amount'::regclass::oid as oid")).toEqual([first]);
  });
});

describe("a backfill", () => {
  const migrations = { ...before, "0002-touch": fillTouched };

  it("goes on where it stopped when its job was ended in the middle", async () => {
    const first = migrate(made.url, migrations, { backfillRowsMax: 10, backfillPauseMs: 1_000 });
    const ended = Promise.allSettled([first]);
    await eventually("two batches are in", async () => {
      const [row] = await rowsOf("select count(*)::int as count from orders where touched > 0");
      return Number(row?.["count"]) >= 20;
    });
    await rowsOf(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'sanu migrate'`,
    );
    expect(await ended).toMatchObject([
      { status: "rejected", reason: { message: expect.stringMatching(/terminat/i) } },
    ]);
    const [left] = await rowsOf("select count(*)::int as count from orders where touched = 0");
    expect(left?.["count"]).toBeGreaterThan(0);

    expect(await migrate(made.url, migrations)).toEqual(["0002-touch"]);
    expect(await rowsOf("select touched, count(*)::int from orders group by 1")).toEqual([
      { touched: 1, count: 100 },
    ]);
  });
});

describe("two jobs at once", () => {
  it("do the work once, an index that waits for all others included", async () => {
    await other.query("update orders set amount = id");
    const migrations = {
      ...before,
      "0002-label": addLabel,
      "0003-index": amountIndex,
      "0004-touch": fillTouched,
    };
    const results = await Promise.all([
      migrate(made.url, migrations),
      migrate(made.url, migrations),
    ]);

    expect(results.toSorted((one, two) => two.length - one.length)).toEqual([
      ["0002-label", "0003-index", "0004-touch"],
      [],
    ]);
    expect(await rowsOf("select distinct touched from orders")).toEqual([{ touched: 1 }]);
  });
});
