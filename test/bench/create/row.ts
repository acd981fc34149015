import { meterRequests } from "../cost/both.ts";
import { printCosts } from "../cost/metered.ts";
import { startTwoProcesses } from "../floors/two-processes.ts";
import { compare, perSecond } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import { inTurn, numbers, order } from "../system/bench-system.ts";

const concurrency = 16;

/**
 * Orders per second that are answered at once. Nothing follows them: payments and payouts stand still, so
 * that what is measured is the order alone, with the publishing of its fact.
 */
export async function createRow(bench: SystemBench): Promise<readonly Row[]> {
  const { system } = bench;
  const floor = await startTwoProcesses(bench);
  const rest = [system.system.program("payments"), system.system.program("payouts")];
  await Promise.all(rest.map((program) => program.stop()));
  try {
    const next = inTurn(system.people);
    const both = await meterRequests(bench, floor, (http, durationMs) =>
      perSecond(() => order(http, next(), numbers.usesThePage), { durationMs, concurrency }),
    );
    const comparison = await compare(...both, bench.plan);
    printCosts("orders", both, bench.plan);
    return [ratioRow("create", "orders/s", comparison)];
  } finally {
    await Promise.all(rest.map((program) => program.restart()));
    await floor.stop();
  }
}
