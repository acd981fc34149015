import { meterBoth } from "../cost/both.ts";
import { costsOf, together } from "../cost/metered.ts";
import { linesOfCost } from "../cost/show.ts";
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
    const [floor, subject] = await meterBoth(bench, monolith, {
      floor: purchasing("monolith", bench.system, monolith),
      subject: purchasing("sanu", bench.system),
    });
    const comparison = await compare(floor, subject, plan);
    for (const { name, runs } of [floor, subject]) {
      const { reading, pieces } = together(runs.slice(-plan.pairs));
      for (const line of linesOfCost(`${name}'s purchases`, reading, pieces)) console.log(line);
    }
    return [
      ratioRow("purchases", "purchases/s", comparison),
      valueRow("purchases-rate", "purchases/s", comparison.subjectMedian),
      ratioRow("cost", "ms", costsOf(floor, subject, plan.pairs)),
    ];
  } finally {
    await monolith.stop();
  }
}
