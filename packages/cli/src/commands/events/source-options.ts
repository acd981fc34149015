import { systemClock } from "@sanu/kernel";
import type { Command } from "commander";
import { readStreamNames } from "../../events/read/fact-reader.ts";
import {
  type OpenReaders,
  openLogReaders,
  openStreamReaders,
} from "../../events/read/open-readers.ts";
import { readSelection, type Selection } from "../../events/read/selection.ts";
import { readMoment, readPastMoment } from "../books.ts";

export interface SourceOptions {
  readonly fromLog: boolean;
  readonly stream: readonly string[];
  readonly type: readonly string[];
  readonly aggregate: readonly string[];
  readonly from?: string;
  readonly until?: string;
}

/** Names by commas, or an option for each. */
export function collectNames(text: string, before: readonly string[]): readonly string[] {
  return [...before, ...text.split(",")];
}

/** What every command about events asks: which ones, and from where. */
export function withSource(command: Command): Command {
  return command
    .option("--from-log", "read the services' logs in Postgres, and not JetStream", false)
    .option(
      "--stream <name>",
      "of these streams alone, TRANSACTIONS; all by default",
      collectNames,
      [],
    )
    .option(
      "--type <name>",
      "of these types alone, PaymentCompleted or with its version",
      collectNames,
      [],
    )
    .option("--aggregate <id>", "of these aggregates alone", collectNames, [])
    .option("--from <moment>", "recorded then or later: 2026-11-21T10:00:00Z, or a day in UTC")
    .option("--until <moment>", "recorded before then");
}

/** Works with readers of the streams or the logs that the options name, and closes what they read from. */
export async function withReaders<Result>(
  options: Pick<SourceOptions, "fromLog" | "stream">,
  work: (readers: OpenReaders["readers"]) => Promise<Result>,
): Promise<Result> {
  const services = readStreamNames(options.stream);
  const open = options.fromLog ? openLogReaders : openStreamReaders;
  const { readers, close } = await open(services, process.env);
  try {
    return await work(readers);
  } finally {
    await close();
  }
}

export function selectionOf({ type, aggregate, from, until }: SourceOptions): Selection {
  return readSelection({
    types: type,
    aggregateIds: aggregate,
    // Nobody wants what is still to come: an empty export with a good end would be taken for all there is.
    from: from === undefined ? undefined : readPastMoment("--from", from, systemClock.now()),
    until: until === undefined ? undefined : readMoment(until),
  });
}
