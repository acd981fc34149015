import { type PublishingService, streamName } from "@sanu/contracts";
import type { Command } from "commander";
import { readManifest } from "../../events/export/manifest.ts";
import { readStreamNames } from "../../events/read/fact-reader.ts";
import { findLogGap } from "../../events/verify/find-log-gap.ts";
import { verifyExport } from "../../events/verify/verify-export.ts";
import { type StreamFinding, verifyStream } from "../../events/verify/verify-stream.ts";
import { onDatabase } from "../../maintenance.ts";
import { readFolder } from "../../paths.ts";
import { projectionSets } from "../../projections.ts";
import { collectNames, type SourceOptions, withReaders } from "./source-options.ts";

interface VerifyOptions extends Pick<SourceOptions, "stream"> {
  readonly log: boolean;
  readonly projections: boolean;
  readonly export?: string;
  readonly days: boolean;
}

const by = { name: "sanu-events", connectionsMax: 2, isReadOnly: true };

/** `sanu events verify`: whether the streams, the logs, the projections and an export say the same. */
export function addVerify(events: Command): void {
  events
    .command("verify")
    .description(
      "prove that stream, log, projections and export agree; ends with 1 where one does not",
    )
    .option(
      "--stream <name>",
      "these streams alone, TRANSACTIONS; all by default",
      collectNames,
      [],
    )
    .option("--export <folder>", "an export too, with what the streams make of it now", readFolder)
    .option("--no-log", "do not compare the streams with the logs")
    .option("--no-projections", "do not compare the read tables with the logs")
    .option("--days", "show the chain of each day", false)
    .action(async (options: VerifyOptions) => {
      const services = readStreamNames(options.stream);
      assertComparable(options);
      if (options.log) await verifyStreams(options);
      if (options.projections) await verifyProjections(services);
      if (options.export !== undefined) await verifyFolder(options, options.export);
    });
}

/** Who is told that nothing differs takes it for proved. */
function assertComparable({ log, projections, export: folder, stream }: VerifyOptions): void {
  if (folder !== undefined) assertExported(folder, stream);
  else if (!log && !projections) {
    throw new Error(
      "Nothing is left to compare: name --export too, or leave --no-log or --no-projections out",
    );
  }
}

/** Throws where there is no export, or none of a stream that was named. */
function assertExported(folder: string, names: readonly string[]): void {
  const { streams } = readManifest(folder);
  if (names.length === 0) return;
  const wanted = readStreamNames(names).map((service) => streamName("", service));
  const strange = wanted.filter((name) => streams[name] === undefined);
  if (strange.length > 0) throw new Error(`${folder} holds nothing of ${strange.join(", ")}`);
}

function say(line: string, isWrong = false): void {
  process.stdout.write(`${line}\n`);
  if (isWrong) process.exitCode = 1;
}

async function verifyStreams({ stream, days: showsDays }: VerifyOptions): Promise<void> {
  await withReaders({ fromLog: true, stream }, (logs) =>
    withReaders({ fromLog: false, stream }, async (streams) => {
      for (const [index, log] of logs.entries()) {
        const read = streams[index];
        if (read !== undefined) sayStream(log.service, await verifyStream(log, read), showsDays);
      }
    }),
  );
  for (const service of readStreamNames(stream)) {
    const gap = await onDatabase(service, by, findLogGap);
    if (gap === undefined) continue;
    const { aggregateId, events, newestVersion } = gap;
    say(
      `${service}: the log has ${events} events of ${aggregateId}, whose newest has version ${newestVersion}`,
      true,
    );
  }
}

function sayStream(service: PublishingService, found: StreamFinding, showsDays: boolean): void {
  const { facts, days, difference } = found;
  const name = streamName("", service);
  if (difference === undefined) {
    say(`${name}: ${facts} facts on ${days.length} days, the same in stream and log`);
  } else {
    const { damage, fact, what } = difference;
    const about = `${fact.id || "a message"} (${fact.type || "no type"}, ${fact.time || "no time"})`;
    say(`${name}: DIFFERS behind ${facts} facts: ${about} is ${damage}: ${what}`, true);
  }
  if (!showsDays) return;
  for (const one of days) say(`  ${one.day} ${one.facts} ${one.head}`);
}

async function verifyProjections(services: readonly PublishingService[]): Promise<void> {
  for (const { service, set } of projectionSets) {
    if (!services.includes(service)) continue;
    await onDatabase(service, by, async (database) => {
      for (const { name, rows, differences, differencesCount } of await set.verify({ database })) {
        const [first] = differences;
        if (differencesCount === 0) say(`${name}: ${rows} rows, as the log says`);
        else say(`${name}: ${differencesCount} rows DIFFER, the first is ${first?.key}`, true);
      }
    });
  }
}

async function verifyFolder({ stream }: VerifyOptions, folder: string): Promise<void> {
  await withReaders({ fromLog: false, stream }, async (readers) => {
    const { facts, files, difference, isMadeAgain } = await verifyExport(folder, readers);
    if (difference !== undefined) return say(`${folder} DIFFERS: ${difference}`, true);
    const how = isMadeAgain
      ? "each made again from the stream"
      : "by their hashes and chains: another release of Node or of Sanu wrote them";
    say(`${folder}: ${facts} facts in ${files} files, ${how}`);
  });
}
