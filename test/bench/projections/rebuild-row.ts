import { openDatabase } from "@sanu/platform";
import { migrations, projectionSet } from "@sanu/transactions";
import { type Comparison, comparisonOf, fullPlan, medianOf } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow, valueRow } from "../report/row.ts";
import { fillLog } from "./fill-log.ts";
import { prepareFloor } from "./floor.ts";

const transactions = { full: 250_000, short: 5_000 } as const;

/** All projections of transactions rebuilt together, against the least that must be read and written for it. */
export async function rebuildRows({ servers, plan }: Bench): Promise<readonly Row[]> {
  const url = await servers.newDatabase("bench_rebuild", migrations);
  const count = plan.durationMs >= fullPlan.durationMs ? transactions.full : transactions.short;
  await fillLog(servers, url, { transactions: count, eventsEach: 4 });
  const database = openDatabase({
    url,
    poolMax: 8,
    applicationName: "bench",
    isMaintenance: true,
  });
  try {
    const names = projectionSet.projections;
    const rebuild = async (): Promise<number> => {
      const startedAt = performance.now();
      await projectionSet.rebuild({ database, names });
      return performance.now() - startedAt;
    };
    await rebuild();
    const floor = await prepareFloor(database);
    const events = count * 4;
    const perSecond = (tookMs: number) => (events * 1_000) / tookMs;
    const floors = [perSecond(await floor())];
    const subjects = [perSecond(await rebuild())];
    floors.push(perSecond(await floor()));
    const comparison = aroundOne(floors, subjects);
    const findings = await projectionSet.verify({ database, names });
    const differences = findings.reduce((sum, { differencesCount }) => sum + differencesCount, 0);
    const notes = { events, tables: names.length, differences };
    return [
      ratioRow("rebuild", "events/s", comparison, notes),
      valueRow("rebuild-rate", "events/s", comparison.subjectMedian),
    ];
  } finally {
    await database.close();
  }
}

/** One run takes so long that the floor is measured around it, not in turns. */
function aroundOne(floors: readonly number[], subjects: readonly number[]): Comparison {
  const floorMedian = medianOf(floors);
  const ratios = subjects.map((value) => value / floorMedian);
  const floorWidth = Math.max(...floors) - Math.min(...floors);
  return comparisonOf({ floors, subjects, ratios, floorWidth });
}
