import { setTimeout as wait } from "node:timers/promises";
import { createTestDatabase, fairNowMs } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { brokenConstraint, isDatabaseAway, isServerLost } from "./errors.ts";
import type { GroupMember } from "./group-member.ts";
import { databaseLimits } from "./limits.ts";
import { createSchema } from "./migration.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { platformTables } from "./platform-tables.ts";
import { type Statement, whenStored } from "./statement.ts";

const statement = (text: string, ...values: unknown[]) => CompiledQuery.raw(text, values);

const made = await createTestDatabase("groups", { "0001-initial": createSchema(platformTables) });
const options = { url: made.url, poolMax: 8, applicationName: "groups" };
const database = openDatabase(options);
const other = openDatabase(options);
await database.query(
  statement(`create table notes (id int constraint notes_pkey primary key, text text,
    position bigint generated always as identity, changes int not null default 0,
    xid text not null default pg_current_xact_id()::text,
    constraint notes_text_key unique (text) deferrable initially deferred)`),
);

afterAll(async () => {
  await Promise.all([database.close(), other.close()]);
  await made.drop();
});

const note = (id: number, text = `note ${id}`) =>
  statement("insert into notes (id, text) values ($1, $2)", id, text);
const last = (one: Statement): Statement => ({ ...one, isLast: true });
const change = (id: number) =>
  statement("update notes set changes = changes + 1 where id = $1", id);
await database.query(statement("create table released (id int)"));
await database.query(
  statement(`create function until_released() returns int language plpgsql as $$ begin
    while not exists (select from released) loop perform pg_sleep(0.005); end loop;
    return 1; end $$`),
);
/** Takes until it is released. */
const untilReleased = () => statement("select until_released()");
const release = () => other.query(statement("insert into released values (1)"));
/** Whatever was asked for has left, or waits. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
const rows = () =>
  database.query<{ id: number; changes: number; xid: string }>(
    statement("select id, changes, xid from notes order by position"),
  );
const ids = async () => (await rows()).map(({ id }) => id);
/** The notes by the transaction that wrote them, each in the order in which it did. */
const groups = async () => {
  const byXid = Map.groupBy(await rows(), ({ xid }) => xid);
  return [...byXid.values()].map((each) => each.map(({ id }) => id));
};
const errorOf = (work: Promise<void>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const outcomes = async (works: readonly Promise<void>[]) => {
  const errors = await Promise.all(works.map(errorOf));
  return errors.map((error) => {
    if (!(error instanceof Error)) return "stored";
    return brokenConstraint(error) ?? error.message;
  });
};
let streams = 0;
const member = (statements: Statement[], more: Partial<GroupMember> = {}): GroupMember => ({
  streamId: `stream ${(streams += 1)}`,
  statements,
  lockKey: null,
  mayGoOn: () => undefined,
  ...more,
});
const store = (...statements: Statement[]) => database.grouped(member(statements));
const storeUnder = (lockKey: string, ...statements: Statement[]) =>
  database.grouped(member(statements, { lockKey }));
/** No time passes here, however long the machine takes, but as wanted. */
function stopTime() {
  let nowMs = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  return (milliseconds: number) => {
    nowMs += milliseconds;
  };
}
const byNumber = (one: number, another: number) => one - another;
/** Somebody else has changed the note, and commits when reported. */
async function holdNote(id: number) {
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holder = other.transaction(async (session) => {
    await session.query(change(id));
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return async () => {
    release.resolve();
    await holder;
  };
}

describe("commits that are asked for at the same time", () => {
  beforeEach(async () => {
    await database.query(statement("delete from notes"));
    await database.query(statement("delete from released"));
    // Whoever met a lock goes alone for a while.
    await wait(databaseLimits.groupApartMs);
  });

  it("leave as one, those of a turn and those that come while another is under way", async () => {
    const first = [store(note(1), untilReleased()), store(note(2))];
    await turn();
    const second = [store(note(3))];
    await turn();
    second.push(store(note(4), note(5)));
    await release();
    expect(await outcomes([...first, ...second])).toEqual(Array(4).fill("stored"));
    expect(await groups()).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it("are so many at most, and so many statements, and the first of many do not wait for all", async () => {
    const asked = Array.from({ length: 40 }, (_one, index) => store(note(index)));
    await Promise.all(asked);
    const most = databaseLimits.groupMembersMax;
    expect((await groups()).map(({ length }) => length)).toEqual([most, most, 40 - 2 * most]);

    const long = (from: number) =>
      store(...Array.from({ length: 60 }, (_one, index) => note(from + index)));
    await Promise.all([long(100), long(200), store(note(300))]);
    expect((await groups()).slice(-2).map(({ length }) => length)).toEqual([60, 61]);

    const atLast = databaseLimits.groupLastStatementsMax;
    const ending = (index: number) => storeUnder(`account ${index}`, last(note(400 + index)));
    await Promise.all(Array.from({ length: 12 }, (_one, index) => ending(index)));
    expect((await groups()).slice(-2).map(({ length }) => length)).toEqual([atLast, 12 - atLast]);

    const own = Array.from({ length: 12 }, (_one, index) => store(last(note(500 + index))));
    await Promise.all(own);
    expect((await groups()).at(-1)).toHaveLength(12);
  });

  it("stand in the order of their keys, behind those without, and what must be last is", async () => {
    await Promise.all([
      storeUnder("b", note(1), last(note(2))),
      store(note(3)),
      storeUnder("a", note(4), last(note(5)), note(6)),
    ]);
    expect(await groups()).toEqual([[3, 4, 6, 1, 5, 2]]);

    const of = (streamId: string, id: number) => database.grouped(member([note(id)], { streamId }));
    await Promise.all([of("y", 10), of("z", 11), of("x", 12)]);
    expect((await groups()).at(-1)).toEqual([12, 10, 11]);
  });

  it("go once more together, without the one that is refused", async () => {
    const asked = [store(note(1)), store(note(2), note(2)), store(note(3)), store(note(4))];
    expect(await outcomes(asked)).toEqual(["stored", "notes_pkey", "stored", "stored"]);
    expect(await groups()).toEqual([[1, 3, 4]]);
  });

  it("go each alone when one after the other is refused, and each learns what became of its own", async () => {
    const asked = [1, 1, 2, 2, 3, 3, 4, 4].map((id) => store(note(id)));
    expect((await outcomes(asked)).toSorted()).toEqual([
      ...Array(4).fill("notes_pkey"),
      ...Array(4).fill("stored"),
    ]);
    expect((await ids()).toSorted(byNumber)).toEqual([1, 2, 3, 4]);
  });

  it("go each alone when what is refused is the commit", async () => {
    const asked = [store(note(1, "same")), store(note(2, "same")), store(note(3))];
    expect((await outcomes(asked)).toSorted()).toEqual(["notes_text_key", "stored", "stored"]);
    expect(await ids()).toContain(3);
  });

  it("go each alone when one cannot be written down", async () => {
    const broken = statement("insert into notes (id, text) values ($1, $2)", 2, new Date());
    const [first, second] = await outcomes([store(note(1)), store(broken)]);
    expect([first, second]).toEqual(["stored", expect.stringContaining("cannot be written")]);
    expect(await ids()).toEqual([1]);
  });

  it("are not held up by one that waits for a lock, and neither are those who come later", async () => {
    await store(note(1));
    const release = await holdNote(1);
    const waits = store(change(1));
    // The lock is free only behind them.
    await Promise.all([store(note(2)), store(note(3))]);
    await store(note(4));
    expect(await groups()).toEqual([[1], [2, 3], [4]]);
    await release();
    await waits;
    expect((await rows())[0]?.changes).toBe(2);
  });

  it("go alone for a while under the key of one that was refused, and together under every other", async () => {
    const pass = stopTime();
    const refused = storeUnder("a", note(1), note(1));
    expect(await outcomes([refused, storeUnder("b", note(2))])).toEqual(["notes_pkey", "stored"]);
    await Promise.all([
      storeUnder("a", note(3)),
      storeUnder("b", note(4)),
      storeUnder("a", note(5)),
      storeUnder("b", note(6)),
    ]);
    pass(databaseLimits.groupApartMs);
    await Promise.all([storeUnder("a", note(7)), storeUnder("b", note(8))]);
    const found = (await groups()).map((group) => group.toSorted(byNumber).join(" "));
    expect(new Set(found)).toEqual(new Set(["2", "3", "4 6", "5", "7 8"]));
  });

  it("go all alone for a while when too many of them are refused", async () => {
    stopTime();
    for (let index = 0; index < databaseLimits.groupKeysApartMax; index += 1) {
      const refused = storeUnder(`refused ${index}`, note(1_000), note(1_000));
      expect(await outcomes([refused, store(note(index))])).toEqual(["notes_pkey", "stored"]);
    }
    await Promise.all([2_001, 2_002].map((id) => store(note(id))));
    const found = (await groups()).slice(-2).map((group) => group.join(" "));
    expect(new Set(found)).toEqual(new Set(["2001", "2002"]));
  });

  it("leave beside each other as soon as they are many, but for those whose key is under way", async () => {
    const single = openDatabase({ ...options, poolMax: 1 });
    const held = await single.connections.acquire();
    const under = (lockKey: string, count: number) =>
      Array.from({ length: count }, () =>
        single.grouped(member([note((streams += 1))], { lockKey })),
      );
    const waiting = () => single.connections.counts().waiting;
    const asked = under("a", 1);
    await turn();
    expect(waiting()).toBe(1);
    asked.push(...under("a", databaseLimits.groupMembersMax));
    await turn();
    expect(waiting()).toBe(1);
    asked.push(...under("b", databaseLimits.groupMembersMax - 1));
    await turn();
    expect(waiting()).toBe(2);
    single.connections.release(held);
    await Promise.all(asked);
    await single.close();
    expect(await rows()).toHaveLength(asked.length);
  });

  it("of two processes add up right on rows that all of them change", async () => {
    const hot = [1, 2, 3];
    await Promise.all(hot.map((id) => store(note(id))));
    const burst = async (one: Database, from: number) => {
      for (let turn = 0; turn < 10; turn += 1) {
        const members = Array.from({ length: 12 }, (_each, index) => {
          const id = hot[(index * 7 + turn + from) % hot.length] ?? 0;
          const own = note(from + turn * 12 + index);
          return one.grouped(member([own, change(id)], { lockKey: String(id) }));
        });
        await Promise.all(members);
      }
    };
    await Promise.all([burst(database, 1_000), burst(other, 2_000)]);
    const found = await rows();
    expect(found).toHaveLength(243);
    expect(found.reduce((sum, { changes }) => sum + changes, 0)).toBe(240);
    expect((await groups()).length).toBeLessThan(240);
  });

  it("are not held up by one that takes long", async () => {
    const slow = store(note(1), untilReleased());
    await turn();
    await store(note(2));
    expect(await ids()).toEqual([2]);
    await release();
    await slow;
    expect(await ids()).toContain(1);
  });

  it("leave out who may not go on by then", async () => {
    const forbid = () => {
      throw new Error("closed");
    };
    const forbidden = (id: number) => database.grouped(member([note(id)], { mayGoOn: forbid }));
    const asked = [store(note(1)), forbidden(2), store(note(3))];
    expect(await outcomes(asked)).toEqual(["stored", "closed", "stored"]);
    expect(await outcomes([forbidden(4)])).toEqual(["closed"]);
    expect(await groups()).toEqual([[1, 3]]);
    expect(database.connections.counts().inUse).toBe(0);
  });

  it("are all unknown when the connection breaks, and none of them is tried again", async () => {
    const breaks = statement("select pg_terminate_backend(pg_backend_pid())");
    const asked = [store(note(1)), store(breaks), store(note(2))];
    const errors = await Promise.all(asked.map(errorOf));
    expect(errors.map(isServerLost)).toEqual([true, true, true]);
    await store(note(3));
    expect(await ids()).toEqual([3]);
  });

  it("wait for a server that has no room twice as long as each by itself at most", async () => {
    const single = openDatabase({ ...options, poolMax: 1 });
    const held = await single.connections.acquire();
    const asked = Array.from({ length: 6_000 }, (_one, id) => single.grouped(member([note(id)])));
    const from = fairNowMs();
    const errors = await Promise.all(asked.map(errorOf));
    expect(fairNowMs() - from).toBeLessThan(3.2 * databaseLimits.connectTimeoutMs);
    expect(errors.every(isDatabaseAway)).toBe(true);
    expect(errors.some(isServerLost)).toBe(false);
    single.connections.release(held);
    await single.close();
    expect(await ids()).toEqual([]);
  });

  it("are settled when the pool is closed before they leave", async () => {
    const single = openDatabase({ ...options, poolMax: 1 });
    const asked = [single.grouped(member([note(1)])), single.grouped(member([note(2)]))];
    await single.close();
    expect(await outcomes(asked)).toEqual([
      expect.stringContaining("pool"),
      expect.stringContaining("pool"),
    ]);
  });

  it("tell their own rows once they are stored, and a listener that fails undoes nothing", async () => {
    const reported = new Map<string, unknown>();
    const returning = (id: number, listen: (found: readonly unknown[]) => void) =>
      whenStored(
        statement(
          "insert into notes (id, text) values ($1, $2) returning id",
          id,
          `reported ${id}`,
        ),
        listen,
      );
    const fail = () => {
      throw new Error("nobody listens");
    };
    const asked = [
      store(last(returning(1, (found) => reported.set("first", found))), note(2)),
      store(returning(3, fail)),
      store(returning(4, (found) => reported.set("third", found))),
    ];
    expect(await outcomes(asked)).toEqual(["stored", "nobody listens", "stored"]);
    expect(Object.fromEntries(reported)).toEqual({ first: [{ id: 1 }], third: [{ id: 4 }] });
    expect(await groups()).toEqual([[2, 3, 4, 1]]);
  });

  it("leave their connection as it was", async () => {
    const single = openDatabase({ ...options, poolMax: 1 });
    const show = statement(
      "select current_setting('lock_timeout') as lock, pg_backend_pid() as pid",
    );
    const before = await single.query(show);
    const both = (ids: number[]) => ids.map((id) => single.grouped(member([note(id)])));
    await Promise.all(both([1, 2]));
    await Promise.allSettled(both([1, 3]));
    expect(await single.query(show)).toEqual(before);
    await single.close();
  });
});
