import { setTimeout as wait } from "node:timers/promises";
import { readStatements, resetStatements } from "../anatomy/statements.ts";
import { countsOf } from "../cost/counts.ts";
import { measureIdle, type Reading } from "../cost/meter.ts";
import { linesOfCost, sumOf } from "../cost/show.ts";
import { processorMs } from "../cost/usage.ts";
import { watchSystem } from "../cost/watched.ts";
import { fullPlan } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import type { BenchSystem } from "../system/bench-system.ts";

/** First until polls are as rare as they get, as for the row `idle`; then so long that what runs every 15 s runs four times. */
const times = {
  full: { settleMs: 45_000, measureMs: 60_000 },
  short: { settleMs: 1_000, measureMs: 3_000 },
} as const;

/** Of one core, without what all systems of the run share: NATS, and the processes that write for all databases. */
export interface IdleSystem {
  readonly percent: number;
  readonly percentOfPostgres: number;
}

/** Two systems in the same silence. */
export async function measureIdles(
  { servers, plan }: Bench,
  { alone, among }: { readonly alone: BenchSystem; readonly among: BenchSystem },
): Promise<{ readonly alone: IdleSystem; readonly among: IdleSystem }> {
  const { settleMs, measureMs } = plan.durationMs >= fullPlan.durationMs ? times.full : times.short;
  await wait(settleMs);
  await resetStatements(servers);
  const measure = async (name: string, system: BenchSystem): Promise<IdleSystem> => {
    const reading = ownOf(
      await measureIdle(
        watchSystem({ servers, plan, system }),
        countsOf(servers, `${system.databasePrefix}_`),
        measureMs,
      ),
    );
    const seconds = reading.tookMs / 1_000;
    for (const line of linesOfCost(`${name}, idle seconds`, reading, seconds)) console.log(line);
    for (const one of await readStatements(servers, system.databasePrefix, seconds)) {
      const each = `${one.statementsEach.toFixed(1)} statements, ${one.executionMsEach.toFixed(2)} ms`;
      console.log(`${name}, ${one.service}: ${each} per second`);
      for (const line of one.dearest) console.log(`    ${line}`);
    }
    const share = (sides: Parameters<typeof sumOf>[1]) =>
      (100 * processorMs(sumOf(reading.used, sides))) / reading.tookMs;
    return { percent: share(["program", "Postgres"]), percentOfPostgres: share(["Postgres"]) };
  };
  const [first, second] = await Promise.all([
    measure("alone", alone),
    measure("among open orders", among),
  ]);
  return { alone: first, among: second };
}

function ownOf(reading: Reading): Reading {
  const isShared = (name: string) => name === "Postgres, shared" || name === "NATS";
  return { ...reading, used: reading.used.filter(({ name }) => !isShared(name)) };
}
