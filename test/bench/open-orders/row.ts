import { compare, comparisonOf, fullPlan, type MeasurePlan, medianOf } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow, valueRow } from "../report/row.ts";
import { type BenchSystem, startBenchSystem } from "../system/bench-system.ts";
import { buying } from "./buying.ts";
import { fillWithOpenOrders } from "./fill.ts";
import { type IdleSystem, measureIdles } from "./idle.ts";

const sizes = { full: 1_000_000, short: 4_000 } as const;

/** Nothing that is open falls due while it is measured. */
const settings = { PAYMENT_WINDOW_MS: "86400000" } as const;

/** What very many orders that nobody pays cost everybody else: a system that has them against one beside it that has none. */
export async function openOrdersRows({ servers, plan }: Bench): Promise<readonly Row[]> {
  const systems: BenchSystem[] = [];
  const start = async (): Promise<BenchSystem> => {
    const system = await startBenchSystem(servers, { linkWaitMs: 0, settings });
    systems.push(system);
    return system;
  };
  try {
    const among = await start();
    const open = await fillWithOpenOrders(servers, among, sizeOf(plan));
    const alone = await start();
    const idles = await measureIdles({ servers, plan }, { alone, among });
    const notes = { "open orders": open };
    return [idleRow(idles, notes), ...(await buyingRows(plan, { alone, among }, notes))];
  } finally {
    for (const system of systems) await system.stop();
  }
}

function sizeOf({ durationMs }: MeasurePlan): number {
  return durationMs >= fullPlan.durationMs ? sizes.full : sizes.short;
}

type Notes = Readonly<Record<string, number>>;

function idleRow(
  { alone, among }: { readonly alone: IdleSystem; readonly among: IdleSystem },
  notes: Notes,
): Row {
  return valueRow("open-orders-idle", "ratio", among.percent / alone.percent, {
    ...notes,
    "% of a core": among.percent,
    "% without them": alone.percent,
    "% of its Postgres": among.percentOfPostgres,
    "% of Postgres without them": alone.percentOfPostgres,
  });
}

async function buyingRows(
  plan: MeasurePlan,
  { alone, among }: { readonly alone: BenchSystem; readonly among: BenchSystem },
  notes: Notes,
): Promise<readonly Row[]> {
  const floor = buying("alone", alone);
  const subject = buying("among open orders", among);
  const creates = await compare(floor, subject, plan);
  const measured = (times: readonly number[]) => times.slice(-plan.pairs);
  const [floors, subjects] = [measured(floor.completedMs), measured(subject.completedMs)];
  return [
    ratioRow("open-orders-create", "ms p50", creates, notes),
    ratioRow(
      "open-orders-completed",
      "ms p50",
      comparisonOf({
        floors,
        subjects,
        ratios: subjects.map((value, index) => value / (floors[index] ?? Number.NaN)),
        floorWidth: 2 * Math.abs(medianOf(floors) - Math.min(...floors)),
      }),
      notes,
    ),
  ];
}
