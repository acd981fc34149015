import { CompiledQuery } from "kysely";
import type { Database, Session } from "../../database/open-database.ts";
import type { FoldedTable } from "../folded-table.ts";
import { applyChanges } from "./catch-up.ts";
import { type Comparer, compareLimits, createComparer, type TableFinding } from "./compare-rows.ts";
import { readStreams, type StreamSource, streamsOf, type WholeStream } from "./read-streams.ts";

type OwnTable<Event> = Extract<FoldedTable<Event>, { readonly scope: "own" }>;
type SharedTable<Event> = Extract<FoldedTable<Event>, { readonly scope: "shared" }>;

interface Verifier<Event> {
  readonly add: (streams: readonly WholeStream<Event>[]) => Promise<void>;
  readonly end: () => Promise<TableFinding>;
}

/** By hashes of rows, in one snapshot of the database: reads and writes go on and are not in it. Writes nothing. */
export async function verifyTables<Event>(of: {
  readonly database: Database;
  readonly source: StreamSource<Event>;
  readonly tables: readonly FoldedTable<Event>[];
  readonly onProgress?: (eventsRead: number) => void;
  readonly signal?: AbortSignal;
}): Promise<readonly TableFinding[]> {
  const { database, source, tables, onProgress, signal } = of;
  return await database.transaction(async (session) => {
    await session.query(
      CompiledQuery.raw("set transaction isolation level repeatable read, read only"),
    );
    const verifiers = tables.map((table) =>
      table.scope === "own" ? ofOwn(session, source, table) : ofShared(session, table),
    );
    let eventsRead = 0;
    for await (const page of readStreams(session)) {
      signal?.throwIfAborted();
      const streams = streamsOf(source, page.streams);
      await Promise.all(verifiers.map((verifier) => verifier.add(streams)));
      eventsRead += page.eventsRead;
      onProgress?.(eventsRead);
    }
    return await Promise.all(verifiers.map((verifier) => verifier.end()));
  });
}

function ofOwn<Event>(
  session: Session,
  { opens }: StreamSource<Event>,
  table: OwnTable<Event>,
): Verifier<Event> {
  const { columns, keyColumns, rowsOf } = table;
  const comparer = createComparer(table);
  const streamColumn = keyColumns[0];
  const selected = `select ${columns.join(", ")} from ${table.table} as live`;
  const rowsText = `${selected} where ${streamColumn} = any($1::uuid[])`;
  const strayText = `${selected} where not exists (
    select from events where stream_id = live.${streamColumn} and version = 1
      and event_type = any($1::text[])) limit ${compareLimits.differencesMax}`;
  return {
    async add(streams) {
      const ids = streams.map(({ streamId }) => streamId);
      const live = await session.query<object>(CompiledQuery.raw(rowsText, [ids]));
      comparer.compare(
        live,
        streams.flatMap(
          ({ streamId, events }) => comparer.fold(streamId, () => rowsOf(events)) ?? [],
        ),
      );
    },
    async end() {
      comparer.compare(await session.query<object>(CompiledQuery.raw(strayText, [opens])), []);
      return comparer.finding();
    },
  };
}

/** Rows that any stream may feed are known at the end. */
function ofShared<Event>(session: Session, table: SharedTable<Event>): Verifier<Event> {
  const comparer: Comparer = createComparer(table);
  const rows = new Map<string, object>();
  return {
    add(streams) {
      for (const { streamId, events } of streams) {
        const changes = comparer.fold(streamId, () => table.changesOf(events, 0));
        if (changes !== undefined) applyChanges(rows, changes);
      }
      return Promise.resolve();
    },
    async end() {
      const text = `select ${table.columns.join(", ")} from ${table.table}`;
      comparer.compare(await session.query<object>(CompiledQuery.raw(text)), [...rows.values()]);
      return comparer.finding();
    },
  };
}
