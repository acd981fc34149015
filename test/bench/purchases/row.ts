import { meterBoth } from "../cost/both.ts";
import { costsOf, printCosts } from "../cost/metered.ts";
import { watchMonolith } from "../cost/watched.ts";
import { compare, warmedLonger } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, ratioRow, valueRow } from "../report/row.ts";
import { startMonolith } from "./floor.ts";
import { purchasing } from "./purchasing.ts";

/** Purchases per second from the order to COMPLETED, so many under way at once, and what each costs. */
export async function purchasesRows(bench: SystemBench): Promise<readonly Row[]> {
  const plan = warmedLonger(bench.plan);
  const monolith = await startMonolith(bench);
  try {
    const [floor, subject] = await meterBoth(
      bench,
      {
        contender: purchasing("monolith", bench.system, monolith),
        list: watchMonolith(bench, monolith),
        databasePrefix: monolith.database,
      },
      { contender: purchasing("sanu", bench.system) },
    );
    const comparison = await compare(floor, subject, plan);
    printCosts("purchases", [floor, subject], plan);
    return [
      ratioRow("purchases", "purchases/s", comparison),
      valueRow("purchases-rate", "purchases/s", comparison.subjectMedian),
      ratioRow("cost", "ms", costsOf(floor, subject, plan.pairs)),
    ];
  } finally {
    await monolith.stop();
  }
}
