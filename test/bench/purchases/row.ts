import { meterBoth } from "../cost/both.ts";
import { costOf, type Metered, together } from "../cost/metered.ts";
import { linesOfCost } from "../cost/show.ts";
import { compare, comparisonOf, type MeasurePlan, quantileOf, warmedLonger } from "../measure.ts";
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
      const { reading, pieces } = together(measuredOf(runs, plan));
      for (const line of linesOfCost(`${name}'s purchases`, reading, pieces)) console.log(line);
    }
    return [
      ratioRow("purchases", "purchases/s", comparison),
      valueRow("purchases-rate", "purchases/s", comparison.subjectMedian),
      costRow(floor, subject, plan),
    ];
  } finally {
    await monolith.stop();
  }
}

/** The warm-up is no part of a measurement. */
function measuredOf(runs: Metered["runs"], { pairs }: MeasurePlan): Metered["runs"] {
  return runs.slice(-pairs);
}

function costRow(floor: Metered, subject: Metered, plan: MeasurePlan): Row {
  const floors = measuredOf(floor.runs, plan).map(costOf);
  const subjects = measuredOf(subject.runs, plan).map(costOf);
  const ratios = subjects.map((cost, index) => cost / (floors[index] ?? Number.NaN));
  const floorWidth = quantileOf(floors, 0.75) - quantileOf(floors, 0.25);
  return ratioRow("cost", "ms", comparisonOf({ floors, subjects, ratios, floorWidth }));
}
