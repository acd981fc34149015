import { setTimeout as sleep } from "node:timers/promises";
import { type Command, Option } from "commander";
import { type Compression, compressions } from "../../events/encode/compressions.ts";
import { type ExportFormat, exportFormats } from "../../events/encode/formats.ts";
import { type EventsExport, exportEvents } from "../../events/export/export-events.ts";
import { eventLimits } from "../../events/limits.ts";
import { readFolder } from "../../paths.ts";
import { progressBar } from "../../progress-bar.ts";
import { untilStopped } from "../../until-stopped.ts";
import { wholeFrom } from "../../whole-numbers.ts";
import { type SourceOptions, selectionOf, withReaders, withSource } from "./source-options.ts";

interface ExportOptions extends SourceOptions {
  readonly out: string;
  readonly format: ExportFormat;
  readonly compression: Compression;
  readonly blockFacts?: number;
  readonly follow: boolean;
}

/** `sanu events export`: facts as files, by stream, type and day. */
export function addExport(events: Command): void {
  withSource(events.command("export"))
    .description("write facts to files; again into the same folder it adds what is new")
    .requiredOption("--out <folder>", "the folder of the export", readFolder)
    .addOption(new Option("--format <format>").choices(exportFormats).default("jsonl"))
    .addOption(new Option("--compression <name>").choices(compressions).default("zstd"))
    .option("--block-facts <count>", "facts of a stream that are written together", wholeFrom(1))
    .option("--follow", "go on until it is stopped", false)
    .action(async (options: ExportOptions) => {
      await withReaders(options, (readers) =>
        untilStopped((signal) => run(options, readers, signal)),
      );
    });
}

async function run(
  options: ExportOptions,
  readers: EventsExport["readers"],
  signal: AbortSignal,
): Promise<void> {
  const { out: folder, format, compression, blockFacts, follow } = options;
  const selection = selectionOf(options);
  const work = {
    folder,
    encoding: { format, compression },
    selection,
    blockFacts,
    readers,
    signal,
  };
  let facts = await exportEvents({ ...work, onProgress: exportProgress() });
  process.stdout.write(`${folder}: ${facts} facts read\n`);
  while (follow && !signal.aborted) {
    await sleep(eventLimits.followEveryMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    facts = await exportEvents(work);
    if (facts > 0) process.stdout.write(`${folder}: ${facts} facts read\n`);
  }
}

/** Shows on the error output how far an export is. */
export function exportProgress(): NonNullable<EventsExport["onProgress"]> {
  const show = progressBar("export", process.stderr, () => performance.now());
  return ({ stream, factsRead, factsTotal }) => {
    const step = factsRead < factsTotal ? stream : "done";
    show({ step, eventsRead: factsRead, eventsTotal: factsTotal });
  };
}
