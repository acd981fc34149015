import { copyLines, type Database, encodeRows } from "@sanu/platform";
import { projections } from "@sanu/transactions";
import { CompiledQuery } from "kysely";

const pageEvents = 5_000;
const rowsPerCopy = 5_000;

/** A table's final rows, ready to be sent, and what makes an empty one of the same shape. */
interface Prepared {
  readonly table: string;
  readonly columns: readonly string[];
  readonly batches: readonly Buffer[];
  readonly indexes: readonly string[];
}

/**
 * The floor of a rebuild: the log read in Node, nothing made of it, then the final rows, encoded beforehand, sent
 * with COPY into tables that get the same indexes. Returns what does it once, in ms.
 */
export async function prepareFloor(
  database: Database,
  names: readonly string[],
): Promise<() => Promise<number>> {
  const prepared: Prepared[] = [];
  for (const { name, folded } of projections) {
    if (names.includes(name)) prepared.push(await prepare(database, folded));
  }
  return async () => {
    const startedAt = performance.now();
    await readLog(database);
    for (const one of prepared) await load(database, one);
    const tookMs = performance.now() - startedAt;
    for (const { table } of prepared) await run(database, `drop table floor_${table}`);
    return tookMs;
  };
}

async function prepare(
  database: Database,
  {
    table,
    columns,
    keyColumns,
  }: { readonly table: string } & Record<"columns" | "keyColumns", readonly string[]>,
): Promise<Prepared> {
  const batches: Buffer[] = [];
  const keys = keyColumns.join(", ");
  const text = `select ${columns.join(", ")} from ${table} order by ${keys} limit ${rowsPerCopy} offset `;
  for (;;) {
    const rows = await run(database, `${text}${batches.length * rowsPerCopy}`);
    if (rows.length > 0) batches.push(encodeRows(rows, columns));
    if (rows.length < rowsPerCopy) break;
  }
  const found = await database.query<{ indexdef: string }>(
    CompiledQuery.raw("select indexdef from pg_indexes where tablename = $1", [table]),
  );
  const indexes = found.map(({ indexdef }) =>
    indexdef
      .replace(/INDEX \S+ ON/, "INDEX ON")
      .replace(/ ON \S+ USING/, ` ON floor_${table} USING`),
  );
  return { table, columns, batches, indexes };
}

async function readLog(database: Database): Promise<void> {
  let after = 0n;
  for (;;) {
    const rows = await database.query<{ position: bigint; data: unknown }>(
      CompiledQuery.raw(
        `select position, data from events where position > $1 order by position limit ${pageEvents}`,
        [after],
      ),
    );
    after = rows.at(-1)?.position ?? after;
    if (rows.length < pageEvents) return;
  }
}

async function load(database: Database, { table, columns, batches, indexes }: Prepared) {
  await run(database, `create table floor_${table} (like ${table})`);
  for (const bytes of batches) {
    await copyLines(database.connections, { table: `floor_${table}`, columns }, bytes);
  }
  for (const text of indexes) await run(database, text);
}

function run(database: Database, text: string): Promise<object[]> {
  return database.query<object>(CompiledQuery.raw(text));
}
