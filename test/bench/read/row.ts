import { meterRequests } from "../cost/both.ts";
import { printCosts } from "../cost/metered.ts";
import { type FloorProcesses, startTwoProcesses } from "../floors/two-processes.ts";
import { atFixedRate, compare, perSecond, quantileOf } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import { inTurn, numbers, order } from "../system/bench-system.ts";
import type { BenchHttp } from "../system/http.ts";

const concurrency = 16;
/** Of what the floor can do: what we gain does not raise the load at which a read is timed. */
const loadShare = 0.25;

/** The authenticated read: how many per second, and how long one takes at a quarter of what the floor can do. */
export async function readRows(bench: SystemBench): Promise<readonly Row[]> {
  const floor = await startTwoProcesses(bench);
  try {
    for (const person of bench.system.people) {
      await order(bench.system.http, person, numbers.usesThePage);
      await order(floor.http, person, numbers.usesThePage);
    }
    return await measure(bench, floor);
  } finally {
    await floor.stop();
  }
}

async function measure(bench: SystemBench, floor: FloorProcesses): Promise<readonly Row[]> {
  const { system, plan } = bench;
  const next = inTurn(system.people);
  const read = (http: BenchHttp) => http.get("/api/v1/transactions/remaining", next().token);
  const both = await meterRequests(bench, floor, (http, durationMs) =>
    perSecond(() => read(http), { durationMs, concurrency }),
  );
  const rate = await compare(...both, plan);
  printCosts("reads", both, plan);
  const pacePerSecond = Math.round(rate.floorMedian * loadShare);
  const p99s: Record<string, number> = {};
  const paced = (name: string, http: BenchHttp) => ({
    name,
    async run(durationMs: number) {
      const times = await atFixedRate(() => read(http), { perSecond: pacePerSecond, durationMs });
      p99s[name] = quantileOf(times, 0.99);
      return quantileOf(times, 0.5);
    },
  });
  const latency = await compare(paced("floor", floor.http), paced("sanu", system.http), plan);
  return [
    ratioRow("read", "requests/s", rate),
    ratioRow("read-p50", "ms", latency, {
      "requests/s": pacePerSecond,
      "floor p99 ms": p99s["floor"] ?? Number.NaN,
      "sanu p99 ms": p99s["sanu"] ?? Number.NaN,
    }),
  ];
}
