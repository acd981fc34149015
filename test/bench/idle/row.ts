import { setTimeout as wait } from "node:timers/promises";
import { readStatements, resetStatements } from "../anatomy/statements.ts";
import { countsOf } from "../cost/counts.ts";
import { measureIdle, type Reading } from "../cost/meter.ts";
import { linesOfCost, sumOf } from "../cost/show.ts";
import { processorMs } from "../cost/usage.ts";
import { watchSystem } from "../cost/watched.ts";
import { fullPlan } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, valueRow } from "../report/row.ts";

/** First until polls are as rare as they get, a quarter of the silence and at most 5 s; then so long that what runs every 15 s runs twice. */
const times = {
  full: { settleMs: 45_000, measureMs: 30_000 },
  short: { settleMs: 1_000, measureMs: 3_000 },
} as const;

/** How much of one core services, Postgres and NATS take while nobody asks for anything, and for what. */
export async function idleRow(bench: SystemBench): Promise<readonly Row[]> {
  const { servers, system, plan } = bench;
  const { settleMs, measureMs } = plan.durationMs >= fullPlan.durationMs ? times.full : times.short;
  await wait(settleMs);
  await resetStatements(servers);
  const readCounts = countsOf(servers, `${system.databasePrefix}_`);
  const reading = await measureIdle(watchSystem(bench), readCounts, measureMs);
  const seconds = reading.tookMs / 1_000;
  for (const line of linesOfCost("idle seconds", reading, seconds)) console.log(line);
  const statements = await readStatements(servers, system.databasePrefix, seconds);
  for (const { service, statementsEach, dearest } of statements) {
    console.log(`${service}: ${statementsEach.toFixed(1)} statements per second`);
    for (const line of dearest) console.log(`    ${line}`);
  }
  const perSecond = statements.reduce((sum, { statementsEach }) => sum + statementsEach, 0);
  return [
    valueRow("idle", "% of a core", shareOf(reading), {
      "statements per second": perSecond,
      "messages to NATS per second": (reading.counts.get("messages to NATS") ?? 0) / seconds,
    }),
  ];
}

/** In per cent of one core. */
function shareOf({ used, tookMs }: Reading): number {
  return (100 * processorMs(sumOf(used))) / tookMs;
}
