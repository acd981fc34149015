import type { Command } from "commander";
import { readStatistics, type TypeStatistics } from "../../events/statistics.ts";
import { type SourceOptions, selectionOf, withReaders, withSource } from "./source-options.ts";

const columnWidths = { type: 48, facts: 12, bytes: 14, time: 30 } as const;

/** `sanu events stats`: what the streams hold, by type. */
export function addStats(events: Command): void {
  withSource(events.command("stats"))
    .description("count facts and their bytes by type, with the first and the last moment")
    .option("--json", "as a line of JSON for each type", false)
    .action(async (options: SourceOptions & { readonly json: boolean }) => {
      const selection = selectionOf(options);
      await withReaders(options, async (readers) => {
        if (!options.json)
          process.stdout.write(lineOf(["type", "facts", "bytes", "first", "last"]));
        for (const reader of readers) {
          for (const one of await readStatistics(reader, selection)) {
            process.stdout.write(options.json ? `${JSON.stringify(one)}\n` : rowOf(one));
          }
        }
      });
    });
}

function rowOf({ type, facts, bytes, firstTime, lastTime }: TypeStatistics): string {
  return lineOf([type, `${facts}`, `${bytes}`, firstTime, lastTime]);
}

function lineOf([type = "", facts = "", bytes = "", first = "", last = ""]: readonly string[]) {
  const counts = facts.padStart(columnWidths.facts) + bytes.padStart(columnWidths.bytes);
  return `${type.padEnd(columnWidths.type)}${counts}  ${first.padEnd(columnWidths.time)}${last}\n`;
}
