import { streamName } from "@sanu/contracts";
import type { Command } from "commander";
import { type LostFacts, writeLostFacts } from "../../events/lost.ts";
import { onDatabase } from "../../maintenance.ts";
import { collectNames, type SourceOptions, withReaders } from "./source-options.ts";

const by = { name: "sanu-events", isReadOnly: true };

/** `sanu events lost`: what was published of a log that was put back to an earlier moment. */
export function addLost(events: Command): void {
  events
    .command("lost")
    .description(
      "the facts of a stream that its log does not have, as lines of JSON; ends with 1 where there are any",
    )
    .option(
      "--stream <name>",
      "of these streams alone, TRANSACTIONS; all by default",
      collectNames,
      [],
    )
    .action(async ({ stream }: Pick<SourceOptions, "stream">) => {
      const write = (bytes: Uint8Array) => void process.stdout.write(bytes);
      await withReaders({ fromLog: false, stream }, async (readers) => {
        for (const reader of readers) {
          const lost = await onDatabase(reader.service, by, (log) =>
            writeLostFacts(reader, log, write),
          );
          process.stderr.write(`${streamName("", reader.service)}: ${summaryOf(lost)}\n`);
          if (lost.facts > 0) process.exitCode = 1;
        }
      });
    });
}

function summaryOf({ facts, fromSequence, untilSequence }: LostFacts): string {
  if (facts === 0) return "the log has every fact of the stream";
  const count = facts === 1 ? "1 fact" : `${facts} facts`;
  return `the log does not have ${count} of the stream, from sequence ${fromSequence} to ${untilSequence}`;
}
