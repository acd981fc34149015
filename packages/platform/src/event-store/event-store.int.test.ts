import { newId } from "@sanu/kernel";
import { createTestDatabase, type TestDatabase } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createSchema } from "../database/migration.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { insertKey } from "../idempotency/keys.ts";
import { defineProjection } from "../projections/projection.ts";
import { appendGuard, appendGuardAlone } from "./append-guard.ts";
import { CounterEvent, counter, publishCounter } from "./counter.fixture.ts";
import { DeadlinePassedError } from "./deadline.ts";
import { createEventStore, type EventStore } from "./event-store.ts";
import type { CommandContext } from "./events.ts";
import { createGate, GateClosedError } from "./gate.ts";
import { loadEvents } from "./load-events.ts";
import { runDecider } from "./run-decider.ts";

const connectionsMax = 12;
const context: CommandContext = { correlationId: "request-1", causationId: "command-1" };

interface TotalRow {
  readonly stream_id: string;
  readonly total_xof: bigint;
}

/** Own rows: the total of each counter, keyed by who opened it. */
const totals = defineProjection<CounterEvent, TotalRow>({
  name: "totals",
  table: "totals",
  scope: "own",
  keyColumns: ["stream_id"],
  columns: ["stream_id", "total_xof"],
  key: () => undefined,
  apply(row, event) {
    if (event.type === "CounterOpened") return { stream_id: event.by, total_xof: 0n };
    return row && { ...row, total_xof: row.total_xof + event.amountXof };
  },
});

/** A shared row that every counter feeds. */
const grandTotal = defineProjection<CounterEvent, { name: string; total_xof: bigint }>({
  name: "grand-total",
  table: "grand_total",
  scope: "shared",
  keyColumns: ["name"],
  columns: ["name", "total_xof"],
  key: (event) => (event.type === "CounterRaised" ? ["all"] : undefined),
  apply(row, event) {
    if (event.type !== "CounterRaised") return row;
    return { name: "all", total_xof: (row?.total_xof ?? 0n) + event.amountXof };
  },
});

describe("the log of record", () => {
  let made: TestDatabase;
  let database: Database;
  let store: EventStore<CounterEvent>;
  let wakes: number;
  const gate = createGate();

  beforeAll(async () => {
    made = await createTestDatabase("event_store", {
      "0001-initial": createSchema(platformTables, [
        "create table totals (stream_id text primary key, total_xof int8)",
        "create table grand_total (name text primary key, total_xof int8)",
      ]),
      "0002-events-come-first": appendGuard,
      "0003-ease-append-guard": appendGuardAlone,
    });
    database = openDatabase({ url: made.url, poolMax: connectionsMax, applicationName: "test" });
    store = createEventStore({
      database,
      schema: CounterEvent,
      publish: publishCounter,
      projections: [totals, grandTotal],
      lockKeyOf: () => null,
      gate,
      afterPublicCommit: () => {
        wakes += 1;
      },
    });
  });

  beforeEach(() => {
    wakes = 0;
    gate.open();
  });

  afterAll(async () => {
    await database.close();
    await made.drop();
  });

  const open = async (streamId: string) =>
    runDecider({
      store,
      decider: counter,
      streamId,
      context,
      command: { kind: "open", by: streamId },
    });
  const raise = async (streamId: string, amountXof: bigint, writes?: () => CompiledQuery[]) =>
    runDecider({
      store,
      decider: counter,
      streamId,
      context,
      command: { kind: "raise", amountXof },
      ...(writes === undefined ? {} : { writes }),
    });
  const rowsOf = <Row>(text: string, values: unknown[] = []) =>
    database.query<Row>(CompiledQuery.raw(text, values));

  /** Behind nothing, whatever is there. */
  const appendFirst = (streamId: string, of: CommandContext = context) =>
    store.append({
      streamId,
      loaded: { events: [], version: 0 },
      events: [{ type: "CounterOpened", v: 1, by: streamId }],
      context: of,
    });
  const transactionsOf = (streams: readonly string[]) =>
    rowsOf("select distinct transaction_id from events where stream_id = any($1)", [streams]);

  it("stores an event with its version, its cause and its public form, and wakes the relay once", async () => {
    const streamId = newId();
    await open(streamId);
    await raise(streamId, 250n);

    const rows = await rowsOf<Record<string, unknown>>(
      `select version, event_type, correlation_id, causation_id, public_type, public_data, log_epoch
       from events where stream_id = $1 order by version`,
      [streamId],
    );
    const metadata = { correlation_id: "request-1", causation_id: "command-1", log_epoch: 1 };
    expect(rows).toEqual([
      {
        version: 1,
        event_type: "CounterOpened",
        public_type: null,
        public_data: null,
        ...metadata,
      },
      {
        version: 2,
        event_type: "CounterRaised",
        public_type: "sanu.payments.CounterRaised.v1",
        public_data: '{"amountXof":"250"}',
        ...metadata,
      },
    ]);
    expect(wakes).toBe(1);
  });

  it("answers a command that changes nothing without writing", async () => {
    const streamId = newId();
    await open(streamId);
    expect(await open(streamId)).toMatchObject({ kind: "nothing-new" });
    expect((await store.load(streamId)).version).toBe(1);
  });

  it("reads what an older release stored as what it means today, and leaves it as it is", async () => {
    const streamId = newId<string>();
    await open(streamId);
    // An invented later release: it says `openedBy`.
    const Opened = z.object({
      type: z.literal("CounterOpened"),
      v: z.literal(2),
      openedBy: z.string(),
    });
    const OpenedV1 = z
      .object({ type: z.literal("CounterOpened"), v: z.literal(1), by: z.string() })
      .transform(({ type, by }) => ({ type, v: 2 as const, openedBy: by }));
    const LaterEvent = z.discriminatedUnion("v", [Opened, OpenedV1]);

    const { events } = await loadEvents(database, LaterEvent, streamId);
    expect(events).toEqual([{ type: "CounterOpened", v: 2, openedBy: streamId }]);
    expect((await store.load(streamId)).events).toEqual([
      { type: "CounterOpened", v: 1, by: streamId },
    ]);
  });

  it("refuses a command that breaks a rule without writing", async () => {
    const streamId = newId();
    expect(await raise(streamId, 1n)).toMatchObject({
      kind: "refused",
      refusal: { code: "not-open" },
    });
    expect((await store.load(streamId)).version).toBe(0);
  });

  it("lets exactly one of many writers have each version, and loses none of them", async () => {
    const streamId = newId();
    await open(streamId);
    await Promise.all(Array.from({ length: 6 }, () => raise(streamId, 10n)));

    const loaded = await store.load(streamId);
    expect(loaded.version).toBe(7);
    expect(await rowsOf("select total_xof from totals where stream_id = $1", [streamId])).toEqual([
      { total_xof: 60n },
    ]);
  });

  it("stores in one transaction what is appended to many streams in one moment", async () => {
    const streams = Array.from({ length: 8 }, () => newId<string>());
    const results = await Promise.all(streams.map((streamId) => appendFirst(streamId)));
    expect(results.map(({ kind }) => kind)).toEqual(Array(8).fill("appended"));
    expect(await transactionsOf(streams)).toHaveLength(1);
    const found = await rowsOf<{ stream_id: string }>(
      "select stream_id from totals where stream_id = any($1)",
      [streams],
    );
    expect(found).toHaveLength(8);
  });

  it("stores what is appended beside a conflict, and of that nothing", async () => {
    const [known, ...streams] = Array.from({ length: 5 }, () => newId<string>());
    await open(known ?? "");
    const appends = [known ?? "", ...streams].map((streamId) => appendFirst(streamId));
    const [conflict, ...others] = await Promise.all(appends);
    expect(conflict).toEqual({ kind: "conflict" });
    expect(others.map(({ kind }) => kind)).toEqual(Array(4).fill("appended"));
    expect(await transactionsOf(streams)).toHaveLength(1);
    expect((await store.load(known ?? "")).version).toBe(1);
  });

  it("commits together with what only writes a row, which comes behind the events of all", async () => {
    const [streamId, mark] = [newId<string>(), newId<string>()];
    const text = "insert into totals values ($1, pg_current_xact_id()::text::int8)";
    await Promise.all([
      // Asked for first, and of a stream that stands in front.
      database.grouped({
        streamId: "",
        statements: [{ ...CompiledQuery.raw(text, [mark]), isLast: true }],
        lockKey: null,
        mayGoOn: () => undefined,
      }),
      appendFirst(streamId),
    ]);
    const marked = await rowsOf<TotalRow>("select total_xof from totals where stream_id = $1", [
      mark,
    ]);
    expect(await transactionsOf([streamId])).toEqual([{ transaction_id: marked[0]?.total_xof }]);
  });

  it("leaves alone what commits events of another aggregate beside its own", async () => {
    const both = createEventStore({
      database,
      schema: CounterEvent,
      publish: publishCounter,
      projections: [],
      lockKeyOf: () => null,
      gate,
      afterPublicCommit: () => undefined,
      beside: ({ events: [first] }) =>
        first.type === "CounterOpened" && first.by === "beside" ? Promise.resolve([]) : undefined,
    });
    const streams = Array.from({ length: 4 }, () => newId<string>());
    const appends = streams.map((streamId, index) =>
      both.append({
        streamId,
        loaded: { events: [], version: 0 },
        events: [{ type: "CounterOpened", v: 1, by: index < 2 ? "beside" : "itself" }],
        context,
      }),
    );
    await Promise.all(appends);
    expect(await transactionsOf(streams.slice(0, 2))).toHaveLength(2);
    expect(await transactionsOf(streams.slice(2))).toHaveLength(1);
    expect(await transactionsOf(streams)).toHaveLength(3);
  });

  it("decides the same command, sent twice at once, on what the first one wrote", async () => {
    const streamId = newId();
    const both = await Promise.all([open(streamId), open(streamId)]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(["accepted", "nothing-new"]);
    expect((await store.load(streamId)).version).toBe(1);
  });

  it("adds up a shared row that many streams feed at the same time", async () => {
    const before = await rowsOf<{ total_xof: bigint }>("select total_xof from grand_total");
    const streams = Array.from({ length: 20 }, () => newId<string>());
    await Promise.all(streams.map(open));
    await Promise.all(streams.map((streamId) => raise(streamId, 7n)));

    const after = await rowsOf<{ total_xof: bigint }>("select total_xof from grand_total");
    expect((after[0]?.total_xof ?? 0n) - (before[0]?.total_xof ?? 0n)).toBe(140n);
  });

  it("stores nothing at all when a write beside the events is refused", async () => {
    const key = { scope: "user-1", key: newId<string>(), bodyHash: "h" };
    const [first, second] = [newId<string>(), newId<string>()];
    await open(first);
    await open(second);
    await raise(first, 1n, () => [insertKey({ ...key, recordId: first })]);
    const result = await raise(second, 1n, () => [insertKey({ ...key, recordId: second })]);

    expect(result).toEqual({ kind: "constraint", constraint: "idempotency_keys_pkey" });
    expect((await store.load(second)).version).toBe(1);
    expect(await rowsOf("select total_xof from totals where stream_id = $1", [second])).toEqual([
      { total_xof: 0n },
    ]);
  });

  it("goes on from what it wrote last without loading it", async () => {
    const streamId = newId();
    await open(streamId);
    await raise(streamId, 5n);
    expect(store.recall(streamId)).toEqual(await store.load(streamId));

    const loads = { store: { ...store, load: () => Promise.reject(new Error("loaded")) } };
    const command = { kind: "raise", amountXof: 6n } as const;
    const result = await runDecider({ ...loads, decider: counter, streamId, context, command });
    expect(result).toMatchObject({ kind: "accepted", version: 3 });
  });

  it("loads when somebody else wrote after it, whatever it would answer to a command", async () => {
    const other = createEventStore({
      database,
      schema: CounterEvent,
      publish: publishCounter,
      gate,
      projections: [],
      afterPublicCommit: () => undefined,
    });
    const streamId = newId();
    await open(streamId);
    const elsewhere = { store: other, decider: counter, streamId, context } as const;
    await runDecider({ ...elsewhere, command: { kind: "raise", amountXof: 1n } });

    expect(await raise(streamId, 1n)).toMatchObject({ kind: "accepted", version: 3 });
    expect(await runDecider({ ...elsewhere, command: { kind: "open", by: streamId } })).toEqual({
      kind: "nothing-new",
      state: { opened: true, totalXof: 2n },
    });
  });

  it("finds out that a stream that was taken for new is not", async () => {
    const streamId = newId();
    const command = { kind: "open", by: streamId } as const;
    const openNew = () =>
      runDecider({ store, decider: counter, streamId, context, isNew: true, command });

    expect(await openNew()).toMatchObject({ kind: "accepted", version: 1 });
    expect(await openNew()).toMatchObject({ kind: "nothing-new" });
    expect((await store.load(streamId)).version).toBe(1);
  });

  it("leaves no gap when the log was put back under it", async () => {
    const streamId = newId();
    await open(streamId);
    await raise(streamId, 1n);
    const loaded = await store.load(streamId);
    await rowsOf("delete from events where stream_id = $1 and version = 2", [streamId]);

    const event = { type: "CounterRaised", v: 1, amountXof: 1n } as const;
    const onWhatWasLoaded = await store.append({ streamId, loaded, events: [event], context });
    expect(onWhatWasLoaded).toEqual({ kind: "conflict" });
    expect(await raise(streamId, 1n)).toMatchObject({ kind: "accepted", version: 2 });
  });

  it("takes no command while the gate is closed, and says why", async () => {
    const streamId = newId();
    gate.close("the stream is ahead of the log");
    await expect(open(streamId)).rejects.toThrow(GateClosedError);
    await expect(open(streamId)).rejects.toThrow("the stream is ahead of the log");
    gate.open();
    expect((await store.load(streamId)).version).toBe(0);
  });

  it.each([
    { rows: "its own rows", event: { type: "CounterOpened", v: 1, by: "somebody" } },
    { rows: "rows of all", event: { type: "CounterRaised", v: 1, amountXof: 1n } },
  ] as const)(
    "writes nothing, to $rows either, when the gate closed while a connection was waited for",
    async ({ event }) => {
      const streamId = newId();
      const release = Promise.withResolvers<void>();
      const holders = Array.from({ length: connectionsMax }, () => {
        const taken = Promise.withResolvers<void>();
        const held = database.transaction(() => {
          taken.resolve();
          return release.promise;
        });
        return { taken: taken.promise, held };
      });
      await Promise.all(holders.map(({ taken }) => taken));
      const loaded = { events: [], version: 0 };
      const appended = store.append({ streamId, loaded, events: [event], context });
      gate.close("the database was away");
      release.resolve();

      await expect(appended).rejects.toThrow(GateClosedError);
      await Promise.all(holders.map(({ held }) => held));
      gate.open();
      expect((await store.load(streamId)).version).toBe(0);
    },
  );

  it("writes nothing for a client whose patience ended while the command was decided", async () => {
    const streamId = newId();
    await open(streamId);
    let leftMs = 1;
    const late = runDecider({
      store,
      decider: counter,
      streamId,
      context: { ...context, remainingMs: () => leftMs },
      command: { kind: "raise", amountXof: 1n },
      writes: () => {
        leftMs = 0;
        return [];
      },
    });
    await expect(late).rejects.toThrow(DeadlinePassedError);
    expect((await store.load(streamId)).version).toBe(1);
  });

  it("writes nothing for a client whose patience ended while others were waited for", async () => {
    const streamId = newId<string>();
    let leftMs = 1;
    const appended = appendFirst(streamId, { ...context, remainingMs: () => leftMs });
    leftMs = 0;
    await expect(appended).rejects.toThrow(DeadlinePassedError);
    expect((await store.load(streamId)).version).toBe(0);
  });

  it("decides on what another command of this process has just written without loading it", async () => {
    const streamId = newId();
    await open(streamId);
    const loads = { store: { ...store, load: () => Promise.reject(new Error("loaded")) } };
    const command = { kind: "raise", amountXof: 6n } as const;
    const run = () => runDecider({ ...loads, decider: counter, streamId, context, command });
    expect(await Promise.all([run(), run(), run()])).toMatchObject([
      { version: 2 },
      { version: 3 },
      { version: 4 },
    ]);
  });

  it("never loads a stream inside a write transaction", async () => {
    const streamId = newId();
    await open(streamId);
    await expect(
      database.transaction(async (session) => {
        await session.query(CompiledQuery.raw("delete from timers"));
        await session.query(CompiledQuery.raw("select pg_current_xact_id()"));
        return loadEvents(session, CounterEvent, streamId);
      }),
    ).rejects.toThrow("never loaded inside a write transaction");
  });

  it("reports a fault of the database as an exception, never as a refusal", async () => {
    const streamId = newId();
    await open(streamId);
    await expect(
      raise(streamId, 1n, () => [CompiledQuery.raw("insert into no_such_table values (1)")]),
    ).rejects.toThrow("no_such_table");
    expect((await store.load(streamId)).version).toBe(1);
  });
});
