import { compare } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, ratioRow, valueRow } from "../report/row.ts";
import { startMonolith } from "./floor.ts";
import { purchasing } from "./purchasing.ts";

/** Purchases per second from the order to COMPLETED, so many under way at once. */
export async function purchasesRows(bench: SystemBench): Promise<readonly Row[]> {
  const monolith = await startMonolith(bench);
  try {
    const comparison = await compare(
      purchasing("monolith", bench.system, monolith),
      purchasing("sanu", bench.system),
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
