import { type Database, openDatabase } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Stands in front of Postgres' own functions for whoever has it in the search path, and is gone when the set is whole. */
const schema = "demo_clock";

/** The databases of one system, whose clock is behind the machine's. */
export interface DatabaseClocks {
  readonly set: (behindMs: number) => Promise<void>;
  /** Puts everything back as the migrations made it; fails where anything still uses the moved clock. */
  readonly remove: () => Promise<void>;
}

/**
 * The URL of a database for a service that lives by the moved clock. No commit waits for the disk: what a crash takes away
 * is thrown away with the rest of a broken set.
 */
export function movedUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const options = `-c search_path=${schema},pg_catalog,public -c synchronous_commit=off`;
  url.searchParams.set("options", options);
  return url.href;
}

/** Makes the moved clock in each database, and has the defaults of its columns use it. */
export async function moveDatabaseClocks(
  databaseUrls: readonly string[],
  behindMs: number,
): Promise<DatabaseClocks> {
  const databases = databaseUrls.map((url) =>
    openDatabase({ url: movedUrl(url), poolMax: 1, applicationName: "sanu-demo" }),
  );
  const onEach = (work: (database: Database) => Promise<unknown>): Promise<unknown> =>
    Promise.all(databases.map(work));
  await onEach(async (database) => {
    await database.pipelined([...clockTexts.map(raw), leapTo(behindMs)]);
    await rebindDefaults(database, `${schema},pg_catalog,public`);
  });
  return {
    set: async (laterMs) => void (await onEach((each) => each.query(leapTo(laterMs)))),
    async remove() {
      await onEach(async (database) => {
        await rebindDefaults(database, "public");
        // Without cascade: what still depends on them is a mistake that has to be seen.
        await database.pipelined([
          raw(`drop function ${schema}.now(), ${schema}.clock_timestamp()`),
          raw(`drop sequence ${behind}`),
          raw(`drop schema ${schema}`),
        ]);
        await database.close();
      });
    },
  };
}

const raw = (text: string) => CompiledQuery.raw(text);

/**
 * By how many milliseconds the clock is behind. A sequence is seen by every transaction at once, and a leap that changes nothing else
 * leaves the plans of prepared statements as they are; functions made anew cost each connection all of its plans.
 */
const behind = `${schema}.behind_ms`;

const clockTexts = [
  `create schema ${schema}`,
  `create sequence ${behind} minvalue 0`,
  ...[
    ["now", "stable"],
    ["clock_timestamp", "volatile"],
  ].map(
    ([
      name,
      volatility,
    ]) => `create function ${schema}.${name}() returns timestamptz language sql ${volatility}
      return pg_catalog.${name}() - pg_sequence_last_value('${behind}') * interval '1 millisecond'`,
  ),
];

function leapTo(behindMs: number) {
  return CompiledQuery.raw(`select setval('${behind}', $1::bigint)`, [Math.round(behindMs)]);
}

interface ColumnDefault {
  readonly place: string;
  readonly expression: string;
}

const defaultsText = `
select format('alter table %s alter column %I', attrelid::regclass, attname) as place,
  pg_get_expr(adbin, adrelid) as expression
from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
join pg_class on pg_class.oid = adrelid join pg_namespace on pg_namespace.oid = relnamespace
where nspname = 'public' and pg_get_expr(adbin, adrelid) ~ '(now|clock_timestamp)\\(\\)'`;

/** A default remembers the function that it was made with: it is made anew with the one that a search path finds. */
async function rebindDefaults(database: Database, searchPath: string): Promise<void> {
  const defaults = await database.query<ColumnDefault>(raw(defaultsText));
  await database.pipelined([
    raw(`set local search_path = ${searchPath}`),
    ...defaults.map(({ place, expression }) =>
      raw(`${place} set default ${expression.replaceAll(/\b(?:demo_clock|pg_catalog)\./g, "")}`),
    ),
  ]);
}
