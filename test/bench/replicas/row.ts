import { compare, medianOf, perSecond } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import {
  type BenchSystem,
  inTurn,
  numbers,
  order,
  startBenchSystem,
} from "../system/bench-system.ts";

/**
 * The provider takes 50 ms for every answer. So few attempts at once that the processor is idle most of the time:
 * what one process can do is bounded by its places alone, and the row shows whether a second one adds its own.
 */
const limits = {
  railMs: 50,
  attemptsAtOnce: 1,
  clients: 16,
  linkWaitMs: 2_500,
  settleMs: 1_500,
} as const;

/**
 * Collections per second of one payments process and of two, as the provider counts them, while more are ordered
 * through the public API than both can do. Orders would be the wrong count: one that waited in vain for its link is
 * answered too.
 */
export async function replicasRow({ servers, plan }: Bench): Promise<readonly Row[]> {
  const bench = await startBenchSystem(servers, {
    linkWaitMs: limits.linkWaitMs,
    payments: { ATTEMPTS_AT_ONCE_MAX: String(limits.attemptsAtOnce) },
  });
  try {
    await fetch(`${bench.railsUrl}/control/latency`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ latency_ms: limits.railMs }),
    });
    const second = await bench.system.startReplica("payments");
    const next = inTurn(bench.people);
    const collect = () => order(bench.http, next(), numbers.paysAtOnce);
    const work = (durationMs: number) =>
      perSecond(collect, { durationMs, concurrency: limits.clients });
    const busyShares: number[] = [];
    const contender = (name: string, prepare: () => Promise<unknown>) => ({
      name,
      async run(durationMs: number) {
        await prepare();
        // A process that has just started asks for its first facts after it is ready.
        await work(limits.settleMs);
        const busyBefore = await processorSeconds(bench);
        const begunBefore = await bench.countCollections();
        const from = performance.now();
        await work(durationMs);
        const tookSeconds = (performance.now() - from) / 1_000;
        const begun = (await bench.countCollections()) - begunBefore;
        busyShares.push(((await processorSeconds(bench)) - busyBefore) / tookSeconds);
        return begun / tookSeconds;
      },
    });
    const comparison = await compare(
      contender("one process", () => second.program.stop()),
      contender("two processes", () => second.program.restart()),
      plan,
    );
    return [
      ratioRow("replicas", "collections/s", comparison, {
        "attempts at once": limits.attemptsAtOnce,
        "rail ms": limits.railMs,
        "places of one allow at most": (limits.attemptsAtOnce * 1_000) / limits.railMs,
        "processor of the first in use, %": 100 * medianOf(busyShares),
      }),
    ];
  } finally {
    await bench.stop();
  }
}

/** The processor time that the first payments process has used, in seconds. */
async function processorSeconds({ readyUrls }: BenchSystem): Promise<number> {
  const url = new URL("/metrics", readyUrls.get("payments"));
  const text = await (await fetch(url)).text();
  return Number(/^process_cpu_seconds_total\S* (\S+)/m.exec(text)?.[1]);
}
