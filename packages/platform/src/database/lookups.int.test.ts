import { createTestDatabase, eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { createMetrics } from "../telemetry/metrics.ts";
import { isDatabaseAway } from "./errors.ts";
import { databaseLimits } from "./limits.ts";
import { openDatabase } from "./open-database.ts";

const statement = (text: string, ...values: unknown[]) => CompiledQuery.raw(text, values);

const made = await createTestDatabase("lookups", {});
const options = { url: made.url, poolMax: 8, applicationName: "lookups" };
const database = openDatabase(options);
const other = openDatabase(options);

afterAll(async () => {
  await Promise.all([database.close(), other.close()]);
  await made.drop();
});

interface Found {
  readonly id: number;
  readonly session: number;
  /** When its transaction began, which is the same for all that are asked in one. */
  readonly begun: string;
}

const number = (id: number) =>
  statement("select $1::int as id, pg_backend_pid() as session, now()::text as begun", id);
const found = async (id: number) => (await database.lookUp<Found>(number(id)))[0];
const endOf = (work: Promise<unknown>) =>
  work.then(
    () => "found",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
const count = (values: readonly unknown[]) => new Set(values).size;
const numbers = (length: number) => Array.from({ length }, (_, id) => id);
/** Whatever was asked for has left, or waits. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
await database.query(statement("create table released (id int)"));
await database.query(
  statement(`create function until_released() returns int language plpgsql as $$ begin
    while not exists (select from released) loop perform pg_sleep(0.005); end loop;
    return 1; end $$`),
);
/** As many round trips are under way as may be before the next ones wait, until they are released. */
async function keepBusy(of = database) {
  await other.query(statement("delete from released"));
  const each: Promise<unknown>[] = [];
  for (let one = 0; one < databaseLimits.lookupGroupsBesideMax; one += 1) {
    each.push(of.lookUp(statement("select until_released()")));
    await turn();
  }
  return {
    async end() {
      await other.query(statement("insert into released values (1)"));
      await Promise.all(each);
    },
  };
}

it("lookups are counted with their round trips, and with refusals", async () => {
  const metrics = createMetrics("transactions");
  const counted = openDatabase({ ...options, metrics: metrics.database });
  const refused = endOf(counted.lookUp(statement("select 1 / $1::int", 0)));
  await Promise.all([refused, ...numbers(3).map((id) => counted.lookUp(number(id)))]);
  const grouped = (id: number) =>
    counted.grouped({
      streamId: String(id),
      statements: [number(id)],
      lockKey: null,
      mayGoOn: () => undefined,
    });
  await Promise.all([grouped(1), grouped(2)]);
  const { text } = await metrics.scrape();
  const values = [...text.matchAll(/^sanu_database_group(\w+)_total\{.*kind="(\w+)".*\} (\d+)$/gm)];
  expect(values.map(([, what, kind, value]) => `${kind} ${what} ${value}`).toSorted()).toEqual([
    "commit _members 2",
    "commit s 1",
    "lookup _members 4",
    "lookup s 1",
    "lookup s_refused 1",
  ]);
  metrics.close();
  await counted.close();
});

describe("lookups", () => {
  it("of one turn are asked in one round trip, and each gets its own rows", async () => {
    const rows = await Promise.all(numbers(10).map(found));
    expect(rows.map((row) => row?.id)).toEqual(numbers(10));
    expect(count(rows.map((row) => row?.begun))).toBe(1);
  });

  it("that come while enough are under way wait for each other and not for a connection each", async () => {
    const slow = await keepBusy();
    const early = found(1);
    await turn();
    const late = found(2);
    await slow.end();
    expect((await early)?.begun).toBe((await late)?.begun);
  });

  it("leave beside those under way as soon as they fill a group", async () => {
    const metrics = createMetrics("transactions");
    const left: number[] = [];
    const countGroup = (_kind: string, members: number) => void left.push(members);
    const counted = openDatabase({ ...options, metrics: { ...metrics.database, countGroup } });
    const slow = await keepBusy(counted);
    const asked = numbers(databaseLimits.groupMembersMax).map((id) => counted.lookUp(number(id)));
    await turn();
    expect(left).toEqual([1, 1, databaseLimits.groupMembersMax]);
    await slow.end();
    await Promise.all(asked);
    metrics.close();
    await counted.close();
  });

  it("wait no longer for slow ones than the patience of a group", async () => {
    const slow = await keepBusy();
    expect((await found(1))?.id).toBe(1);
    await slow.end();
  });

  it("beside one that is refused are answered, and it alone hears why", async () => {
    const ends = await Promise.all([
      endOf(found(1)),
      endOf(database.lookUp(statement("select 1 / $1::int", 0))),
      endOf(database.lookUp(statement("select 1", Symbol("unwritable")))),
      endOf(found(2)),
    ]);
    expect(ends).toEqual([
      "found",
      "division by zero",
      expect.stringContaining("cannot be written"),
      "found",
    ]);
    expect(database.connections.counts().inUse).toBe(0);
  });

  it("beside one that is refused are asked once more together", async () => {
    const refused = endOf(database.lookUp(statement("select 1 / $1::int", 0)));
    const rows = await Promise.all(numbers(5).map(found));
    expect(count(rows.map((row) => row?.begun))).toBe(1);
    expect(await refused).toBe("division by zero");
  });

  it("are asked in groups of a bounded size", async () => {
    const rows = await Promise.all(numbers(databaseLimits.groupMembersMax + 1).map(found));
    expect(count(rows.map((row) => row?.begun))).toBe(2);
  });

  it("that are slow together are asked again each by itself, and the server is not taken for lost", async () => {
    let lost = 0;
    const stop = database.onConnectionLost(() => (lost += 1));
    const nap = statement("select pg_sleep(0.45)");
    const slow = numbers(databaseLimits.groupMembersMax).map(() => endOf(database.lookUp(nap)));
    expect(count(await Promise.all(slow))).toBe(1);
    expect(await slow[0]).toBe("found");
    expect(lost).toBe(0);
    stop();
  });

  it("beside one whose rows cannot be read are answered", async () => {
    // A moment that no column of ours may hold.
    const unreadable = database.lookUp(statement("select 'infinity'::timestamptz as at"));
    const ends = await Promise.all([endOf(found(1)), endOf(unreadable), endOf(found(2))]);
    expect(ends[0]).toBe("found");
    expect(ends[2]).toBe("found");
    expect(ends[1]).not.toBe("found");
  });

  it("are not asked again of another server where the connection was lost", async () => {
    const slow = statement("select pg_sleep(5), 'lookup that is cut off'");
    const cut = Promise.allSettled([database.lookUp(slow), database.lookUp(number(1))]);
    await eventually("it is cut off", async () => {
      const text = `select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%lookup that is cut off%' and pid <> pg_backend_pid()`;
      return (await other.query(statement(text))).length > 0;
    });
    for (const end of await cut) {
      expect(end.status === "rejected" && isDatabaseAway(end.reason)).toBe(true);
    }
    expect((await found(3))?.id).toBe(3);
  });

  it("see what was committed before they were asked for", async () => {
    await database.query(statement("create table kept (id int)"));
    const counted = async () => {
      const [row] = await database.lookUp<{ n: bigint }>(
        statement("select count(*) as n from kept"),
      );
      return row?.n;
    };
    for (const id of numbers(5)) {
      const busy = found(id);
      await other.query(statement("insert into kept values ($1)", id));
      expect(await counted()).toBe(BigInt(id + 1));
      await busy;
    }
  });
});
