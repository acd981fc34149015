import { CompiledQuery } from "kysely";
import type { Session, Statement } from "../../database/open-database.ts";
import { type FoldedTable, keyTextOf, type SharedChange } from "../folded-table.ts";
import { upsertInto } from "../upsert.ts";
import type { LogSnapshot, TouchedStream } from "./log-snapshot.ts";
import { readNamedStreams, type StreamSource, type WholeStream } from "./read-streams.ts";

interface Change<Event> {
  readonly stream: WholeStream<Event>;
  readonly newFrom: number;
}

/** Applies to a table beside the live one what happened to some streams, inside the session's transaction. */
export async function catchUp<Event>(
  session: Session,
  to: {
    readonly source: StreamSource<Event>;
    readonly table: FoldedTable<Event>;
    readonly side: string;
    readonly touched: readonly TouchedStream[];
    readonly seen?: LogSnapshot;
  },
): Promise<void> {
  const { source, table, side, touched, seen } = to;
  if (touched.length === 0) return;
  const streamIds = touched.map(({ streamId }) => streamId);
  const firstNew = new Map(touched.map((one) => [one.streamId, one.firstNew]));
  const streams = await readNamedStreams(session, source, { streamIds, seen });
  const changes = streams.map((stream) => ({
    stream,
    newFrom: (firstNew.get(stream.streamId) ?? 1) - 1,
  }));
  const statements =
    table.scope === "own"
      ? rewritten(table, side, changes)
      : await changed(session, table, side, changes);
  await Promise.all(statements.map((statement) => session.query(statement)));
}

function rewritten<Event>(
  table: Extract<FoldedTable<Event>, { readonly scope: "own" }>,
  side: string,
  changes: readonly Change<Event>[],
): readonly Statement[] {
  const write = writerOf(table, side);
  const ids = changes.map(({ stream }) => stream.streamId);
  return [
    CompiledQuery.raw(`delete from ${side} where ${table.keyColumns[0]} = any($1::uuid[])`, [ids]),
    ...changes.flatMap(({ stream }) => table.rowsOf(stream.events).map(write)),
  ];
}

async function changed<Event>(
  session: Session,
  table: Extract<FoldedTable<Event>, { readonly scope: "shared" }>,
  side: string,
  changes: readonly Change<Event>[],
): Promise<readonly Statement[]> {
  const made = changes.flatMap(({ stream: { events }, newFrom }) =>
    table.changesOf(events, newFrom),
  );
  const rows = await findRows(session, table, side, made);
  applyChanges(rows, made);
  return [...rows.values()].map(writerOf(table, side));
}

/** The keys of the rows that it changes are added to `changed`. */
export function applyChanges(
  rows: Map<string, object>,
  changes: readonly SharedChange[],
  changed?: Set<string>,
): void {
  for (const { key, change } of changes) {
    const text = JSON.stringify(key);
    const row = change(rows.get(text));
    if (row === undefined) continue;
    rows.set(text, row);
    changed?.add(text);
  }
}

async function findRows<Event>(
  session: Session,
  { columns, keyColumns }: FoldedTable<Event>,
  side: string,
  changes: readonly SharedChange[],
): Promise<Map<string, object>> {
  const wanted = keyColumns.map((column, index) => `${column} = $${index + 1}`).join(" and ");
  const text = `select ${columns.join(", ")} from ${side} where ${wanted}`;
  const keys = new Map(changes.map(({ key }) => [JSON.stringify(key), key]));
  const found = await Promise.all(
    [...keys.values()].map((key) => session.query<object>(CompiledQuery.raw(text, [...key]))),
  );
  return new Map(found.flat().map((row) => [keyTextOf(row, keyColumns), row]));
}

function writerOf<Event>(table: FoldedTable<Event>, side: string): (row: object) => Statement {
  const { columns, keyColumns } = table;
  const write = upsertInto<Record<string, unknown>>(side, { columns, keyColumns });
  return (row) => write({ ...row });
}
