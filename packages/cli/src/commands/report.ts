import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@sanu/kernel";
import type { Command } from "commander";
import { exportEvents } from "../events/export/export-events.ts";
import { openReport } from "../events/report/make-report.ts";
import { assertPast, readPeriod, readTimeZone } from "../events/sql/read-period.ts";
import { findTroubleWriting, readFileToWrite, readFolder, writeNamedFile } from "../paths.ts";
import { untilStopped } from "../until-stopped.ts";
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
      readFolder,
    )
    .option("--from-log", "export the services' logs in Postgres, and not JetStream", false)
    .option("--time-zone <name>", "of days and months", readTimeZone, "Africa/Porto-Novo")
    .option("--out <file>", "where to write it", readFileToWrite, "report.html")
    .action((options: ReportOptions) => untilStopped((signal) => report(options, signal)));
}

/** What can be wrong with the command or is not installed here is found before the streams are exported, which takes long. */
async function report(options: ReportOptions, signal: AbortSignal): Promise<void> {
  const period = readPeriod(options);
  if (period === undefined) throw new Error("Name --from and --to");
  const { timeZone, out } = options;
  assertPast(period, timeZone, systemClock.now());
  const trouble = findTroubleWriting(out);
  if (trouble !== undefined) throw new Error(`${out}: ${trouble}`);
  if (options.export !== undefined) assertParquet(options.export);
  const page = await openReport({ period, timeZone });
  try {
    const made =
      options.export === undefined
        ? await withExport(options.fromLog, signal, (folder) => page.make(folder, signal))
        : await page.make(options.export, signal);
    writeNamedFile(out, made);
  } finally {
    page.close();
  }
  process.stdout.write(`${out}\n`);
}

/** Exports all streams or logs into a folder that is gone behind the work, also where it was stopped. */
async function withExport<Result>(
  fromLog: boolean,
  signal: AbortSignal,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "sanu-report-"));
  const encoding = { format: "parquet", compression: "zstd" } as const;
  const how = { folder, encoding, selection: {}, signal, onProgress: exportProgress() };
  try {
    await withReaders({ fromLog, stream: [] }, (readers) => exportEvents({ ...how, readers }));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
