import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type FactDefinition, facts, typesOfFact } from "@sanu/contracts";
import type { Column, ColumnKind } from "../encode/column.ts";
import { columnsOfType } from "../encode/columns.ts";
import { tableOf } from "../encode/table-rows.ts";
import { questionsFolder } from "./questions.ts";

/** Of DuckDB; whole numbers have 64 bits in files, and are added up in 128. */
const sqlTypes: Readonly<Record<ColumnKind, string>> = {
  text: "varchar",
  id: "varchar",
  integer: "bigint",
  instant: "timestamptz",
  boolean: "boolean",
  json: "varchar",
};

const folderColumns = [
  { name: "stream", type: "varchar" },
  { name: "type", type: "varchar" },
  { name: "day", type: "date" },
] as const;

/** The period of an analysis; without it, everything. */
export interface Period {
  /** The first and the last day, `2026-11-21`, in the time zone. */
  readonly fromDay: string;
  readonly toDay: string;
}

/**
 * SQL that makes of an export in Parquet what the questions ask: a view for each fact by its name, the entries of the ledger, the
 * business time zone and the period. A fact that nobody published has its columns and no rows.
 */
export function factViewsSql(folder: string, timeZone: string, period?: Period): string {
  const names = [...new Set(facts.map(({ name }) => name))].toSorted();
  const views = names.map((name) => viewOf(resolve(folder), name));
  const entries = readFileSync(join(questionsFolder, "book-entries.sql"), "utf8");
  return [settingsSql(timeZone, period), ...views, entries].join("\n");
}

export function timeZoneSql(timeZone: string): string {
  return `set TimeZone = '${quoted(timeZone)}';`;
}

function settingsSql(timeZone: string, period: Period | undefined): string {
  const from = period === undefined ? "'-infinity'" : `'${period.fromDay} 00:00:00'`;
  const until =
    period === undefined
      ? "now()"
      : `(date '${period.toDay}' + interval 1 day)::timestamp::timestamptz`;
  return [
    // Nothing is fetched while an analysis runs.
    "set autoinstall_known_extensions = false;",
    timeZoneSql(timeZone),
    `set variable from_moment = timestamptz ${from};`,
    `set variable until_moment = ${until};`,
  ].join("\n");
}

/** Two services can publish facts of one name: they have the same fields, and `stream` tells them apart. */
function viewOf(folder: string, name: string): string {
  const definitions = facts.filter((fact) => fact.name === name);
  const none = columnsOf(definitions).map(
    ({ name: column, type }) => `null::${type} as "${column}"`,
  );
  const files = definitions.flatMap(({ service }) => filesOf(folder, service.toUpperCase(), name));
  const parts = files.map(
    (file) =>
      `from read_parquet('${quoted(file)}', union_by_name = true, hive_partitioning = true)`,
  );
  const empty = `select ${none.join(", ")} where false`;
  return `create view ${name} as\n${[empty, ...parts].join("\nunion all by name ")};`;
}

function columnsOf(definitions: readonly FactDefinition[]) {
  const columns = definitions
    .flatMap((fact) => typesOfFact(fact))
    .flatMap((type): readonly Column[] => tableOf("", columnsOfType(type)).columns)
    .map(({ name, kind }) => [name, { name, type: sqlTypes[kind] }] as const);
  return [...new Map(columns).values(), ...folderColumns];
}

/** All files of each version that the export has of a fact. */
function filesOf(folder: string, stream: string, name: string): readonly string[] {
  const types = join(folder, `stream=${stream}`);
  if (!existsSync(types)) return [];
  return readdirSync(types)
    .filter((type) => type.startsWith(`type=${name}.v`))
    .toSorted()
    .map((type) => join(types, type, "*", "*.parquet"));
}

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}
