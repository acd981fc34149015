import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type EventsExport, exportEvents, streamReader } from "@sanu/cli";
import { connectNats, type Messaging } from "@sanu/platform";
import { makeStream, publishFacts, purchaseFacts } from "@sanu/testing";
import { type Contender, compare, fullPlan } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow, valueRow } from "../report/row.ts";
import { drainStream } from "./drain.ts";

const sizes = {
  full: { measured: 500_000, small: 100_000, large: 1_000_000 },
  short: { measured: 6_000, small: 3_000, large: 30_000 },
} as const;
const days = 30;

/** Facts per second of an export, against a drain of the same stream that does nothing with them; and its memory. */
export async function eventsRows({ servers, plan }: Bench): Promise<readonly Row[]> {
  const size = plan.durationMs >= fullPlan.durationMs ? sizes.full : sizes.short;
  const folder = join(servers.folder, "export");
  const measured = await filledStream(servers.nats.url, "benchevents", size.measured);
  const floor: Contender = {
    name: "drain",
    run: () => rateOf(size.measured, () => drainStream(measured, "transactions", size.measured)),
  };
  const exporting = (format: EventsExport["encoding"]["format"]): Contender => ({
    name: format,
    async run() {
      const encoding = { format, compression: format === "parquet" ? "zstd" : "none" } as const;
      const readers = [streamReader(measured, "transactions")];
      const work = { folder, encoding, selection: {}, readers };
      const rate = await rateOf(size.measured, () => exportEvents(work));
      rmSync(folder, { recursive: true });
      return rate;
    },
  });
  try {
    const jsonLines = await compare(floor, exporting("jsonl"), plan);
    const parquet = await compare(floor, exporting("parquet"), plan);
    return [
      ratioRow("export-jsonl", "facts/s", jsonLines, { facts: size.measured }),
      ratioRow("export-parquet", "facts/s", parquet, { facts: size.measured }),
      await memoryRow(servers.nats.url, folder, size),
    ];
  } finally {
    await measured.close();
  }
}

async function memoryRow(
  url: string,
  folder: string,
  { small, large }: (typeof sizes)[keyof typeof sizes],
): Promise<Row> {
  const tookMb = async (facts: number): Promise<number> => {
    const space = `benchevents${facts}`;
    await (await filledStream(url, space, facts)).close();
    const program = join(import.meta.dirname, "export-once.ts");
    const args = [program, url, space, `${folder}-${facts}`, "parquet"];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return Number(stdout) / 1_024;
  };
  const [few, many] = [await tookMb(small), await tookMb(large)];
  return valueRow("export-memory", "ratio", many / few, { "MB small": few, "MB large": many });
}

async function filledStream(url: string, space: string, facts: number): Promise<Messaging> {
  const messaging = await connectNats({ url, name: "bench", namespace: space });
  await makeStream(messaging, "transactions");
  await publishFacts(messaging, purchaseFacts(facts, days));
  return messaging;
}

async function rateOf(facts: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (facts * 1_000) / (performance.now() - startedAt);
}
