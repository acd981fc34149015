import type { Command } from "commander";
import { readManifest } from "../../events/export/manifest.ts";
import { factViewsSql } from "../../events/sql/fact-views.ts";
import { readPeriod, readTimeZone } from "../../events/sql/read-period.ts";
import { readFileToWrite, readFolder, writeNamedFile } from "../../paths.ts";

interface SqlOptions {
  readonly export: string;
  readonly from?: string;
  readonly to?: string;
  readonly timeZone: string;
  readonly out?: string;
}

/** `sanu events sql`: what makes of an export a database that DuckDB opens. */
export function addSql(events: Command): void {
  events
    .command("sql")
    .description("SQL by which DuckDB sees an export as a view for each fact, and as the ledger")
    .requiredOption("--export <folder>", "an export in Parquet", readFolder)
    .option("--from <day>", "the first day that questions ask about, 2026-11-01")
    .option("--to <day>", "the last one")
    .option("--time-zone <name>", "of days and months", readTimeZone, "Africa/Porto-Novo")
    .option("--out <file>", "write it there", readFileToWrite)
    .action((options: SqlOptions) => {
      assertParquet(options.export);
      const sql = factViewsSql(options.export, options.timeZone, readPeriod(options));
      if (options.out === undefined) process.stdout.write(sql);
      else writeNamedFile(options.out, sql);
    });
}

/** Throws where the folder has no export, or one that has no columns. */
export function assertParquet(folder: string): void {
  const { format } = readManifest(folder).terms;
  if (format === "parquet") return;
  throw new Error(`${folder} holds an export in ${format}: make one with --format parquet`);
}
