import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { exportEvents } from "../events/export/export-events.ts";
import { makeReport } from "../events/report/make-report.ts";
import { readPeriod } from "../events/sql/read-period.ts";
import { exportProgress } from "./events/export.ts";
import { withReaders } from "./events/source-options.ts";
import { assertParquet } from "./events/sql.ts";

interface ReportOptions {
  readonly from: string;
  readonly to: string;
  readonly export?: string;
  readonly fromLog: boolean;
  readonly timeZone: string;
  readonly out: string;
}

/** `sanu report`: ten questions about a period, answered as one page. */
export function addReport(program: Command): void {
  program
    .command("report")
    .description("one page of HTML: volume, funnel, failures, rate, fees, refunds, books, …")
    .requiredOption("--from <day>", "the first day, 2026-11-01")
    .requiredOption("--to <day>", "the last day")
    .option(
      "--export <folder>",
      "of an export in Parquet; without it the streams are exported for this once",
    )
    .option("--from-log", "export the services' logs in Postgres, and not JetStream", false)
    .option("--time-zone <name>", "of days and months", "Africa/Porto-Novo")
    .option("--out <file>", "where to write it", "report.html")
    .action(async (options: ReportOptions) => {
      const period = readPeriod(options);
      if (period === undefined) throw new Error("Name --from and --to");
      const { timeZone, out } = options;
      if (options.export !== undefined) assertParquet(options.export);
      const folder = options.export ?? mkdtempSync(join(tmpdir(), "sanu-report-"));
      try {
        if (options.export === undefined) await exportFor(folder, options.fromLog);
        writeFileSync(out, await makeReport(folder, { period, timeZone }));
      } finally {
        if (options.export === undefined) rmSync(folder, { recursive: true, force: true });
      }
      process.stdout.write(`${out}\n`);
    });
}

async function exportFor(folder: string, fromLog: boolean): Promise<void> {
  const encoding = { format: "parquet", compression: "zstd" } as const;
  await withReaders({ fromLog, stream: [] }, (readers) =>
    exportEvents({ folder, encoding, selection: {}, readers, onProgress: exportProgress() }),
  );
}
