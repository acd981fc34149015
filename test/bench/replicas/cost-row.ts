import { setTimeout as wait } from "node:timers/promises";
import { publishingServices } from "@sanu/contracts";
import { countsOf, type ReadCounts } from "../cost/counts.ts";
import { beyondIdle, measureIdle, measureUse } from "../cost/meter.ts";
import { costOf, type MeteredRun, together } from "../cost/metered.ts";
import { linesOfCost, sumOf } from "../cost/show.ts";
import { processorMs } from "../cost/usage.ts";
import { type ListWatched, watchSystem } from "../cost/watched.ts";
import { atFixedRate, fullPlan, medianOf, perSecond } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, valueRow } from "../report/row.ts";
import { type BenchSystem, startBenchSystem } from "../system/bench-system.ts";
import type { BenchServers } from "../system/servers.ts";
import { startMany } from "./many.ts";

const load = { perSecond: 10, warmUpConcurrency: 32, linkWaitMs: 2_500 } as const;

const plans = {
  // Eight share the warm-up: behind it each has had more than the 3 000 purchases behind which V8 has compiled everything.
  full: {
    counts: [8, 4, 2, 1],
    warmUpMs: 400_000,
    settleMs: 6_000,
    idleMs: 10_000,
    windows: 3,
    windowMs: 10_000,
  },
  short: {
    counts: [2, 1],
    warmUpMs: 1_500,
    settleMs: 500,
    idleMs: 1_000,
    windows: 2,
    windowMs: 1_000,
  },
} as const;

/** What a purchase costs with so many of each, window by window, and what being there costs. */
interface Measured {
  readonly count: number;
  readonly runs: readonly MeteredRun[];
  readonly p50Ms: number;
  readonly idlePercent: number;
}

/**
 * What a purchase costs at the same rate when more processes of every service share the work, beyond what being there
 * costs. All are there from the beginning and stop one after the other, so that those that are left are as warm.
 */
export async function replicasCostRow({ servers, plan }: Bench): Promise<readonly Row[]> {
  const times = plan.durationMs >= fullPlan.durationMs ? plans.full : plans.short;
  // Eight times four pools are within what the server takes.
  const settings = { DATABASE_POOL_MAX: "5" };
  const system = await startBenchSystem(servers, { linkWaitMs: load.linkWaitMs, settings });
  try {
    const many = await startMany(system, Math.max(...times.counts));
    const readCounts = countsOf(servers, `${system.databasePrefix}_`);
    const watchFirst = watchSystem({ servers, plan, system });
    const list = () => [...watchFirst(), ...many.watched()];
    await perSecond(many.buy, {
      durationMs: times.warmUpMs,
      concurrency: load.warmUpConcurrency,
    });
    const measured: Measured[] = [];
    for (const count of times.counts) {
      await many.leave(count);
      await vacuumAll(servers, system);
      await wait(times.settleMs);
      const one = { count, ...(await measureCost({ list, readCounts, buy: many.buy }, times)) };
      for (const line of linesOf(one)) console.log(line);
      measured.push(one);
    }
    await many.close();
    return [rowOf(measured)];
  } finally {
    await system.stop();
  }
}

async function measureCost(
  of: {
    readonly list: ListWatched;
    readonly readCounts: ReadCounts;
    readonly buy: () => Promise<void>;
  },
  times: { readonly idleMs: number; readonly windows: number; readonly windowMs: number },
): Promise<Omit<Measured, "count">> {
  const idle = await measureIdle(of.list, of.readCounts, times.idleMs);
  const runs: MeteredRun[] = [];
  const tookMs: number[] = [];
  while (runs.length < times.windows) {
    const pieces = Math.floor((load.perSecond * times.windowMs) / 1_000);
    const used = await measureUse(of.list, of.readCounts, async () => {
      const pace = { perSecond: load.perSecond, durationMs: times.windowMs, isCoarse: true };
      tookMs.push(...(await atFixedRate(of.buy, pace)));
    });
    runs.push({ reading: beyondIdle(used, idle), pieces });
  }
  const idlePercent = (100 * processorMs(sumOf(idle.used))) / idle.tookMs;
  return { runs, p50Ms: medianOf(tookMs), idlePercent };
}

/** What earlier purchases left to be tidied up must not be what the later ones do not pay for. */
async function vacuumAll(servers: BenchServers, { databasePrefix }: BenchSystem): Promise<void> {
  const url = new URL(servers.postgres.url);
  for (const service of publishingServices) {
    url.pathname = `/${databasePrefix}_${service}`;
    await servers.administrate("vacuum analyze", url.href);
  }
  await servers.administrate("checkpoint");
}

function linesOf(measured: Measured): readonly string[] {
  const { reading, pieces } = together(measured.runs);
  const lines = linesOfCost(`purchases with ${measured.count} of each`, reading, pieces);
  return [...lines, `    ${textOf(measured)}`];
}

function textOf({ runs, p50Ms, idlePercent }: Measured): string {
  const costs = runs.map(costOf);
  const range = `${Math.min(...costs).toFixed(1)}–${Math.max(...costs).toFixed(1)}`;
  return (
    `${medianOf(costs).toFixed(1)} ms (${range}), p50 ${p50Ms.toFixed(0)} ms, ` +
    `idle ${idlePercent.toFixed(0)} % of a core`
  );
}

function rowOf(measured: readonly Measured[]): Row {
  const costsBy = new Map(
    measured.map(({ count, runs }) => [count, medianOf(runs.map(costOf))] as const),
  );
  const ratioOf = (count: number): number =>
    (costsBy.get(count) ?? Number.NaN) / (costsBy.get(1) ?? Number.NaN);
  const notes = measured.map((one) => [
    `with ${one.count} of each`,
    `${ratioOf(one.count).toFixed(2)} of one's, ${textOf(one)}`,
  ]);
  const dearest = Math.max(...measured.map(({ count }) => ratioOf(count)));
  return valueRow("replicas-cost", "of one's", dearest, Object.fromEntries(notes));
}
