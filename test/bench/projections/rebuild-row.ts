import { type Database, openDatabase } from "@sanu/platform";
import { migrations, projectionSet } from "@sanu/transactions";
import { type Comparison, comparisonOf, fullPlan, medianOf } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow, valueRow } from "../report/row.ts";
import { fillLog } from "./fill-log.ts";
import { prepareFloor } from "./floor.ts";

const transactions = { full: 250_000, short: 5_000 } as const;

/** All projections of transactions rebuilt together, and one alone, against the least that must be read and written for it. */
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
    await projectionSet.rebuild({ database, names });
    const all = await compareRebuild(database, names, count * 4);
    const one = await compareRebuild(database, ["list"], count * 4);
    const findings = await projectionSet.verify({ database, names });
    const differences = findings.reduce((sum, { differencesCount }) => sum + differencesCount, 0);
    const notes = { events: count * 4, differences };
    return [
      ratioRow("rebuild", "events/s", all, { ...notes, tables: names.length }),
      valueRow("rebuild-rate", "events/s", all.subjectMedian),
      ratioRow("rebuild-one", "events/s", one, { ...notes, table: "list" }),
    ];
  } finally {
    await database.close();
  }
}

async function compareRebuild(
  database: Database,
  names: readonly string[],
  events: number,
): Promise<Comparison> {
  const floor = await prepareFloor(database, names);
  const rebuild = async (): Promise<number> => {
    const startedAt = performance.now();
    await projectionSet.rebuild({ database, names });
    return performance.now() - startedAt;
  };
  const perSecond = (tookMs: number) => (events * 1_000) / tookMs;
  const floors = [perSecond(await floor())];
  const subjects = [perSecond(await rebuild())];
  floors.push(perSecond(await floor()));
  return aroundOne(floors, subjects);
}

/** One run takes so long that the floor is measured around it, not in turns. */
function aroundOne(floors: readonly number[], subjects: readonly number[]): Comparison {
  const floorMedian = medianOf(floors);
  const ratios = subjects.map((value) => value / floorMedian);
  const floorWidth = Math.max(...floors) - Math.min(...floors);
  return comparisonOf({ floors, subjects, ratios, floorWidth });
}
