import { atFixedRate, compare, quantileOf } from "../measure.ts";
import { purchasing } from "../purchases/purchasing.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, ratioRow, valueRow } from "../report/row.ts";
import { inTurn, numbers, order } from "../system/bench-system.ts";
import { completionsOf } from "../system/completions.ts";
import { type HopKind, hopsOfPurchase, openRawHops } from "./hops.ts";

const purchasesPerSecond = 20;
const kinds: readonly HopKind[] = ["commit", "fact", "request", "http"];

/** From the order to COMPLETED at a steady pace, against the sum of the raw hops that lie in between. */
export async function completedRows({
  servers,
  system,
  plan,
}: SystemBench): Promise<readonly Row[]> {
  const raw = await openRawHops(servers);
  const completions = completionsOf(system);
  const next = inTurn(system.people);
  const p99s: number[] = [];
  const notes: Record<string, number | string> = {};
  const subject = {
    name: "sanu",
    async run(durationMs: number) {
      const buy = async () => completions.of(await order(system.http, next(), numbers.paysAtOnce));
      const times = await atFixedRate(buy, { perSecond: purchasesPerSecond, durationMs });
      p99s.push(quantileOf(times, 0.99));
      return quantileOf(times, 0.5);
    },
  };
  const floor = {
    name: "raw hops",
    async run(durationMs: number) {
      const hops = await raw.measure(purchasesPerSecond, durationMs);
      for (const kind of kinds) notes[`${hopsOfPurchase[kind]} × ${kind} ms`] = hops[kind];
      return kinds.reduce((sum, kind) => sum + hopsOfPurchase[kind] * hops[kind], 0);
    },
  };
  try {
    // At the pace of the row it would take an hour.
    await purchasing("warm-up", system).run(plan.longWarmUpMs);
    const comparison = await compare(floor, subject, plan);
    return [
      ratioRow("completed", "ms", comparison, notes),
      valueRow("completed-ms", "ms", comparison.subjectMedian, {
        "p99 ms": quantileOf(p99s, 0.5),
      }),
    ];
  } finally {
    await raw.close();
  }
}
