import type { BenchServers } from "../system/servers.ts";

/** Constraints that an index stands behind are taken away and put back as what they are. */
const indexesText = (tables: readonly string[]) => `
select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text,
  conname as constraint, pg_get_constraintdef(pg_constraint.oid) as definition
from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
where indrelid = any ('{${tables.join(",")}}'::regclass[])`;

/** Writes very many rows in a fraction of the time: each index is built once, behind them. Nobody else may use the tables. */
export async function withoutIndexes(
  servers: BenchServers,
  url: string,
  tables: readonly string[],
  write: () => Promise<void>,
): Promise<void> {
  const indexes = (await servers.administrate(indexesText(tables), url)).map(indexOf);
  const drops = indexes.map(({ table, name, constraint }) =>
    constraint === "" ? `drop index ${name}` : `alter table ${table} drop constraint ${constraint}`,
  );
  const builds = indexes.map(({ table, text, constraint, definition }) =>
    constraint === "" ? text : `alter table ${table} add constraint ${constraint} ${definition}`,
  );
  await servers.administrate(drops.join("; "), url);
  await write();
  await servers.administrate(["set maintenance_work_mem = '256MB'", ...builds].join("; "), url);
}

function indexOf(row: Readonly<Record<string, unknown>>) {
  const textOf = (column: string) => {
    const value = row[column];
    return typeof value === "string" ? value : "";
  };
  return {
    table: textOf("table"),
    name: textOf("name"),
    text: textOf("text"),
    constraint: textOf("constraint"),
    definition: textOf("definition"),
  };
}
