import { CompiledQuery } from "kysely";
import type { Database, Statement } from "../../database/open-database.ts";
import { countOf } from "../count-of.ts";
import type { SharedTable } from "../folded-table.ts";
import type { TableFinding } from "./compare-rows.ts";
import { onlyOne } from "./only-one.ts";
import type { StreamSource } from "./read-streams.ts";
import { verifyTables } from "./verify-tables.ts";

/** Counts that appends add to and take from under a limit: verified and repaired, never swapped. */
export interface Guard<Event> extends SharedTable<Event> {
  readonly countColumns: readonly string[];
}

/**
 * Both counts are of one snapshot, and appends only add and take away: so the difference stays right, however long the
 * repair takes. Returns what was found and is repaired. Throws when another repair runs: two would add twice.
 */
export function repairGuard<Event>(of: {
  readonly database: Database;
  readonly source: StreamSource<Event>;
  readonly guard: Guard<Event>;
  readonly signal?: AbortSignal;
}): Promise<TableFinding> {
  const { database, source, guard } = of;
  return onlyOne(database, of.signal, async ({ signal }) => {
    const [finding] = await verifyTables({ database, source, tables: [guard], signal });
    if (finding === undefined) throw new Error(`${guard.name} was not verified`);
    const repairs = finding.differences.flatMap(({ live, folded }) =>
      correction(guard, live, folded),
    );
    if (repairs.length > 0) await database.pipelined(repairs, () => signal.throwIfAborted());
    return finding;
  });
}

/** Two statements: a count below zero is refused, even for a row that only stands for an addition. */
function correction<Event>(
  { table, keyColumns, countColumns }: Guard<Event>,
  live: object | undefined,
  folded: object | undefined,
): readonly Statement[] {
  const known: Readonly<Record<string, unknown>> = { ...(live ?? folded) };
  const keys = keyColumns.map((column) => known[column]);
  const lacking = countColumns.map((column) => countOf(folded, column) - countOf(live, column));
  const keyPlaces = keyColumns.map((_column, index) => `$${index + 1}`);
  const columns = [...keyColumns, ...countColumns];
  const zeros = countColumns.map(() => "0");
  const additions = countColumns.map(
    (column, index) => `${column} = ${column} + $${keyColumns.length + index + 1}`,
  );
  const wanted = keyColumns.map((column, index) => `${column} = ${keyPlaces[index]}`);
  return [
    CompiledQuery.raw(
      `insert into ${table} (${columns.join(", ")}) values (${[...keyPlaces, ...zeros].join(", ")})
       on conflict (${keyColumns.join(", ")}) do nothing`,
      keys,
    ),
    CompiledQuery.raw(`update ${table} set ${additions.join(", ")} where ${wanted.join(" and ")}`, [
      ...keys,
      ...lacking,
    ]),
  ];
}
