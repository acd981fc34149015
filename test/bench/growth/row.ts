import { type Contender, compare, fullPlan, perSecond, quantileOf, timesOf } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow, valueRow } from "../report/row.ts";
import { type FilledLog, openFilledLog } from "./filled-log.ts";

const sizes = {
  full: { small: 100_000, large: 10_000_000 },
  short: { small: 4_000, large: 40_000 },
} as const;
const concurrency = 16;

/** A log of ten million events against one of a hundred thousand: append, load, the start of a relay, a rebuild. */
export async function growthRows({ servers, plan }: Bench): Promise<readonly Row[]> {
  const { small, large } = plan.durationMs >= fullPlan.durationMs ? sizes.full : sizes.short;
  const young = await openFilledLog(servers, small);
  const old = await openFilledLog(servers, large);
  try {
    // Before anything else is appended: a rebuild reads what the log was filled with.
    const rebuilds = [await young.rebuild(), await old.rebuild()] as const;
    const appends = await compare(appendsOf(young), appendsOf(old), plan);
    const loads = await compare(loadsOf(young), loadsOf(old), plan);
    const starts = [await young.relayStartMs(), await old.relayStartMs()] as const;
    const notes = { small, large };
    return [
      ratioRow("growth-append", "appends/s", appends, notes),
      ratioRow("growth-load", "ms", loads, notes),
      valueRow("growth-relay-start", "ms", starts[1], { small: starts[0] }),
      valueRow("growth-rebuild", "ratio", rebuilds[1] / rebuilds[0], {
        "events/s small": rebuilds[0],
        "events/s large": rebuilds[1],
      }),
    ];
  } finally {
    await young.close();
    await old.close();
  }
}

function appendsOf(log: FilledLog): Contender {
  return {
    name: "append",
    run: (durationMs) => perSecond(log.append, { durationMs, concurrency }),
  };
}

function loadsOf(log: FilledLog): Contender {
  return {
    name: "load",
    run: async (durationMs) => quantileOf(await timesOf(log.load, durationMs), 0.5),
  };
}
