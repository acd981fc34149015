import { newId } from "@sanu/kernel";
import { createTestDatabase, eventually, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSchema } from "../database/migration.ts";
import { type Database, openDatabase, type Session } from "../database/open-database.ts";
import { logStart } from "./log-position.ts";
import { readPublicRows } from "./log-reader.ts";
import { watchOpenTransactions } from "./open-transactions.ts";
import { createRelayBed, type RelayBed } from "./relay.fixture.ts";
import { findUnrelatedTransactions } from "./unrelated-transactions.ts";

const otherTable = createSchema(["create table notes (note text not null)"]);
const strangerRole = "sanu_test_stranger";
/** Test files that run at once share the server's roles. */
const ensureRoleText = `do $body$ begin create role ${strangerRole};
  exception when duplicate_object or unique_violation then null; end $body$`;
const batchMax = { rowsMax: 500, bytesMax: 1_000_000 };

const insertFact = (letters = "x") =>
  CompiledQuery.raw(
    `insert into events (log_epoch, stream_id, version, event_id, event_type, data,
       correlation_id, causation_id, public_type, public_data)
     values (1, $1, 1, $2, 'CounterRaised', '{}', 'c', 'c', 'sanu.payments.CounterRaised.v1', $3)`,
    [newId(), newId(), letters],
  );

/** A write transaction that stays open until it is ended. */
async function openTransaction(
  database: Database,
  work: (session: Session) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const opened = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const ended = database.transaction(async (session) => {
    await work(session);
    opened.resolve();
    await ending.promise;
  });
  await Promise.race([opened.promise, ended]);
  return async () => {
    ending.resolve();
    await ended;
  };
}

describe("the horizon of the relay", () => {
  let bed: RelayBed;
  let otherMade: TestDatabase;
  let other: Database;

  beforeEach(async () => {
    bed = await createRelayBed();
    await bed.makeStream();
    otherMade = await createTestDatabase("other", { "0001-initial": otherTable });
    other = openDatabase({ url: otherMade.url, poolMax: 2, applicationName: "forgotten" });
  });

  afterEach(async () => {
    await other.close();
    await otherMade.drop();
    await bed.close();
  });

  const expectStreamEqualsLog = () =>
    eventually("the stream holds every fact once and in order", async () => {
      const [inLog, inStream] = await Promise.all([bed.factsInLog(), bed.factsInStream()]);
      const ids = inStream.map((fact) => fact.id);
      return ids.length === inLog.length && ids.every((id, index) => id === inLog[index]);
    });
  const openWith = (database: Database, text: string) =>
    openTransaction(database, (session) => session.query(CompiledQuery.raw(text, [])));
  const openInOtherDatabase = () => openWith(other, "insert into notes values ('forgotten')");
  const openInOtherTable = () =>
    openWith(
      bed.database,
      "insert into leases (name, holder, expires_at) values ('forgotten', gen_random_uuid(), now())",
    );

  it.each([
    ["a write transaction that somebody forgot in another database", openInOtherDatabase],
    ["one that somebody forgot in another table of the same database", openInOtherTable],
  ])("is not held back by %s", async (_what, open) => {
    const end = await open();
    await bed.newRelay().start();
    const stream = await bed.openCounter();
    for (let round = 0; round < 20; round += 1) await bed.raise(stream);
    await expectStreamEqualsLog();
    await end();
  });

  it("is held back by an open append, and then nothing is skipped", async () => {
    const ends = [await openInOtherDatabase(), await openInOtherTable()];
    const append = await openTransaction(bed.database, (session) => session.query(insertFact()));
    ends.push(append);
    await bed.database.query(insertFact());

    const unrelated = await findUnrelatedTransactions(bed.database);
    const hidden = await readPublicRows(bed.database, logStart, batchMax, unrelated);
    expect(unrelated.length).toBeGreaterThanOrEqual(2);
    expect(hidden).toMatchObject({ rows: [], isHeldBack: true });

    await append();
    // Transactions of other tests on the same server come and go.
    await eventually("both are shown", async () => {
      const now = await findUnrelatedTransactions(bed.database);
      return (await readPublicRows(bed.database, logStart, batchMax, now)).rows.length === 2;
    });
    for (const end of ends) await end();
  });

  it("skips nothing and inverts nothing when appends commit out of order beside forgotten transactions", async () => {
    const ends = [await openInOtherDatabase(), await openInOtherTable()];
    await bed.newRelay().start();
    const writers = Array.from({ length: 24 }, async () => {
      for (let round = 0; round < 10; round += 1) {
        await bed.database.transaction(async (session) => {
          await session.query(insertFact());
          await session.query(CompiledQuery.raw("select pg_sleep(random() * 0.04)", []));
        });
      }
    });
    await Promise.all(writers);
    await expectStreamEqualsLog();
    expect(await bed.factsInStream()).toHaveLength(240);
    for (const end of ends) await end();
  });

  it("shows how old a transaction is whose start the server hides", async () => {
    const end = await openInOtherDatabase();
    let nowMs = 5_000;
    const watch = watchOpenTransactions(() => nowMs);
    const watchAsAnotherRole = () =>
      bed.database.transaction(async (session) => {
        await session.query(CompiledQuery.raw(`set local role ${strangerRole}`, []));
        return watch(session);
      });
    await bed.database.query(CompiledQuery.raw(ensureRoleText, []));
    const first = await watchAsAnotherRole();
    nowMs += 60_000;
    const second = await watchAsAnotherRole();

    expect(first.hidden).toBeGreaterThanOrEqual(1);
    expect(second.oldestMs).toBeGreaterThanOrEqual(60_000);
    const shown = await watchOpenTransactions()(bed.database);
    expect(shown.hidden).toBe(0);
    expect(shown.oldestMs).toBeGreaterThan(0);
    await end();
  });

  it("is safe because an append that is not the first write of its transaction is refused", async () => {
    const late = bed.database.transaction(async (session) => {
      await session.query(CompiledQuery.raw("select pg_current_xact_id()", []));
      await session.query(insertFact());
    });
    await expect(late).rejects.toMatchObject({ code: "25000" });
    const undone = bed.database.transaction(async (session) => {
      await session.query(CompiledQuery.raw("savepoint before"));
      await session.query(insertFact());
      await session.query(CompiledQuery.raw("rollback to before"));
      await session.query(insertFact());
    });
    await expect(undone).rejects.toMatchObject({ code: "25000" });
    expect(await bed.factsInLog()).toEqual([]);
  });

  it("lets whoever appended first append again, behind other writes and behind a private event too", async () => {
    const hide = "update events set public_type = null, public_data = null";
    await bed.database.transaction(async (session) => {
      await session.query(insertFact());
      await session.query(CompiledQuery.raw("create table notes_of_test (note text)"));
      await session.query(insertFact());
      await session.query(CompiledQuery.raw(hide));
      await session.query(insertFact());
    });
    expect(await bed.factsInLog()).toHaveLength(1);
  });
});
