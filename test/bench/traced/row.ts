import { launch, portOf } from "../floors/launch.ts";
import { compare, warmedLonger } from "../measure.ts";
import { purchasing } from "../purchases/purchasing.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import { startBenchSystem } from "../system/bench-system.ts";

const sampledShare = "0.1";
/** As the system beside it waits. */
const linkWaitMs = 2_500;
/** Pairs differ by a tenth and more, and what is looked for is less. */
const pairsFactor = 3;

/** What traces cost: the same purchases on the same machine, of which one system has a tenth traced. */
export async function tracedRow(bench: SystemBench): Promise<readonly Row[]> {
  const collector = await launch(new URL("./collector-process.ts", import.meta.url), {});
  const traced = await startBenchSystem(bench.servers, {
    linkWaitMs,
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}`,
      OTEL_TRACES_SAMPLER_ARG: sampledShare,
    },
  });
  try {
    const comparison = await compare(
      purchasing("untraced", bench.system),
      purchasing("traced", traced),
      { ...warmedLonger(bench.plan), pairs: bench.plan.pairs * pairsFactor },
    );
    const { exports } = Object(await collector.request()) as { exports: number };
    if (exports === 0) throw new Error("Nothing was traced");
    return [ratioRow("purchases-traced", "purchases/s", comparison)];
  } finally {
    await traced.stop();
    await collector.stop();
  }
}
