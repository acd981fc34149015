import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { eventLimits } from "../../events/limits.ts";
import { tailStream } from "../../events/tail.ts";
import { untilStopped } from "../../until-stopped.ts";
import { wholeFrom } from "../../whole-numbers.ts";
import { type SourceOptions, selectionOf, withReaders, withSource } from "./source-options.ts";

interface TailOptions extends SourceOptions {
  readonly last: number;
  readonly follow: boolean;
}

/** `sanu events tail`: the newest facts as lines of JSON. */
export function addTail(events: Command): void {
  withSource(events.command("tail"))
    .description("the newest facts of each stream as lines of JSON, and those that come")
    .option("--last <count>", "how many of each stream are looked at", wholeFrom(1), 10)
    .option("--follow", "go on until it is stopped", false)
    .action((options: TailOptions) => untilStopped((signal) => tail(options, signal)));
}

async function tail(options: TailOptions, signal: AbortSignal): Promise<void> {
  const selection = selectionOf(options);
  const write = (bytes: Uint8Array) => void process.stdout.write(bytes);
  await withReaders(options, async (readers) => {
    const places = await Promise.all(
      readers.map(async (reader) => {
        const { fromSequence, untilSequence } = await reader.findRange();
        return reader.findPlace(Math.max(fromSequence - 1, untilSequence - options.last));
      }),
    );
    for (;;) {
      for (const [index, reader] of readers.entries()) {
        const place = places[index];
        if (place === undefined) continue;
        places[index] = await tailStream(reader, place, selection, write);
      }
      if (!options.follow || signal.aborted) return;
      await sleep(eventLimits.followEveryMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
  });
}
