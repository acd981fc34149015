import { compare, perSecond } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, ratioRow, valueRow } from "../report/row.ts";
import { inTurn, numbers, order } from "../system/bench-system.ts";
import { type Completions, completionsOf } from "../system/completions.ts";
import type { BenchHttp } from "../system/http.ts";
import { startMonolith } from "./floor.ts";

const concurrency = 32;

/** Purchases per second from the order to COMPLETED, so many under way at once. */
export async function purchasesRows(bench: SystemBench): Promise<readonly Row[]> {
  const monolith = await startMonolith(bench);
  try {
    const next = inTurn(bench.system.people);
    const contender = (name: string, http: BenchHttp, completions: Completions) => ({
      name,
      run: (durationMs: number) =>
        perSecond(async () => completions.of(await order(http, next(), numbers.paysAtOnce)), {
          durationMs,
          concurrency,
        }),
    });
    const comparison = await compare(
      contender("monolith", monolith.http, monolith.completions),
      contender("sanu", bench.system.http, completionsOf(bench.system)),
      bench.plan,
    );
    return [
      ratioRow("purchases", "purchases/s", comparison),
      valueRow("purchases-rate", "purchases/s", comparison.subjectMedian),
    ];
  } finally {
    await monolith.stop();
  }
}
