import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { migrations } from "@sanu/payouts";
import { z } from "zod";
import { fullPlan } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, valueRow } from "../report/row.ts";
import { fillPayouts } from "./movements.ts";

const sizes = {
  full: { small: 100_000, large: 1_000_000 },
  short: { small: 1_000, large: 10_000 },
} as const;
/** Far below what a million movements would take if they were kept. */
const heapMbMax = 96;
/** Given for itself: V8 makes it so small for a small heap that each row grows old, and most of the time goes into collecting them. */
const youngHeapMbMax = 8;

const Took = z.object({
  tookMs: z.number(),
  heapBytes: z.number(),
  booked: z.number(),
  stated: z.number(),
  matched: z.number(),
  isNew: z.number(),
});

/** A statement of a million movements read, stored and compared with the log, in a heap of a fixed size. */
export async function reconcileRows({ servers, plan }: Bench): Promise<readonly Row[]> {
  const { small, large } = plan.durationMs >= fullPlan.durationMs ? sizes.full : sizes.short;
  const took = async (movements: number) => {
    const url = await servers.newDatabase("bench_reconcile", migrations);
    await fillPayouts(servers, url, movements);
    return reconcileOnce(url, movements);
  };
  const [few, many] = [await took(small), await took(large)];
  for (const { booked, stated, matched, isNew } of [few, many]) {
    if (booked !== stated || matched !== booked || isNew > 0)
      throw new Error("It found differences");
  }
  const mb = ({ heapBytes }: z.infer<typeof Took>) => heapBytes / 1_048_576;
  const notes = { movements: many.booked, "heap MB": mb(many), "heap MB small": mb(few) };
  return [
    valueRow("reconcile-rate", "lines/s", (many.stated * 1_000) / many.tookMs, notes),
    valueRow("reconcile-memory", "ratio", mb(many) / mb(few), notes),
  ];
}

async function reconcileOnce(url: string, movements: number) {
  const env = {
    ...process.env,
    RECONCILE_DATABASE_URL: url,
    RECONCILE_MOVEMENTS: String(movements),
  };
  const program = join(import.meta.dirname, "run-once.ts");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${heapMbMax}`, `--max-semi-space-size=${youngHeapMbMax}`, program],
    { env },
  );
  return Took.parse(JSON.parse(stdout));
}
