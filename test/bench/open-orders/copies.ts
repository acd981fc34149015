import pg from "pg";
import type { BenchServers } from "../system/servers.ts";

/** Rows of one table that are written again for other people. */
export interface Copied {
  readonly table: string;
  readonly where: string;
  /** Columns of a copy that say something else than what they are copied from, as SQL; `n` is the number of the copy. */
  readonly instead?: Readonly<Record<string, (value: string) => string>>;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Of so many copies the last is of now, and each before it is so much older. */
const olderText = "0.3 seconds";

/** Generated columns and the order of the log are the database's own. */
const columnsText = (table: string) => `
select attname as name, atttypid::regtype::text as type from pg_attribute
where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped
  and attidentity = '' and attgenerated = '' and atttypid <> 'xid8'::regtype
order by attnum`;

/** What stands in a text for the number of the copy, and how it is written there. */
const marks = [
  // The ids of all tables grow together, as ids do that are made one after the other.
  {
    mark: "<id>",
    copy: "lpad(to_hex(n >> 16), 8, '0') || '-' || lpad(to_hex(n & 65535), 4, '0')",
  },
  { mark: "<name>", copy: "lpad(upper(to_hex(n)), 8, '0')" },
] as const;

/** The beginnings of what names somebody or something: ids, references, and the token of a payment page. */
function markNames(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}(?=(?:-[0-9a-f]{4}){2}-[0-9a-f]{12})/g, "<id>")
    .replaceAll(/(?<=(?:TXN|PAY)_)[0-9A-Z]{8}/g, "<name>")
    .replaceAll(/(?<=\/pay\/)[-\w]{8}/g, "<name>");
}

/**
 * Writes rows so many times, each time with other ids and moments: the copies of all tables fit together as what they are
 * copied from does. Triggers do not fire: what they check and write is in the row already.
 */
export async function copyRows(
  servers: BenchServers,
  url: string,
  { table, where, instead = {}, copies }: Copied & { readonly copies: number },
): Promise<void> {
  const columns = (await servers.administrate(columnsText(table), url)).map(
    ({ name, type }): Column => ({ name: String(name), type: String(type) }),
  );
  const names = columns.map(({ name }) => name);
  const given = await servers.administrate(
    `select ${names.map((name) => `${name}::text`).join(", ")} from ${table} where ${where}`,
    url,
  );
  if (given.length === 0) throw new Error(`Nothing to copy in ${table}`);
  for (const row of given) {
    const values = columns.map((column) => {
      const value = row[column.name];
      if (typeof value !== "string") return "null";
      return instead[column.name]?.(value) ?? copyOf(column, value, copies);
    });
    await servers.administrate(
      `set session_replication_role = replica;
       insert into ${table} (${names.join(", ")})
       select ${values.join(", ")} from generate_series(1, ${copies}) as n`,
      url,
    );
  }
}

function copyOf({ type }: Column, value: string, copies: number): string {
  if (type === "timestamp with time zone") {
    return `${pg.escapeLiteral(value)}::${type} - (${copies} - n) * interval '${olderText}'`;
  }
  const marked = markNames(value);
  const text = marks
    .filter(({ mark }) => marked.includes(mark))
    .reduce(
      (inner, { mark, copy }) => `replace(${inner}, '${mark}', ${copy})`,
      pg.escapeLiteral(marked),
    );
  return `(${text})::${type}`;
}
