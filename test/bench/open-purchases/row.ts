import { setTimeout as wait } from "node:timers/promises";
import { countsOf } from "../cost/counts.ts";
import { measureIdle } from "../cost/meter.ts";
import { linesOfCost, sumOf } from "../cost/show.ts";
import { processorMs } from "../cost/usage.ts";
import { watchSystem } from "../cost/watched.ts";
import { fullPlan } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, valueRow } from "../report/row.ts";
import {
  type BenchSystem,
  inTurn,
  numbers,
  order,
  startBenchSystem,
} from "../system/bench-system.ts";
import { payEverything } from "./payers.ts";

/** The pauses between two questions about one order have grown to most of a minute by then; so long is measured. */
const sizes = {
  full: { purchases: 10_000, settleMs: 30_000, measureMs: 45_000 },
  short: { purchases: 100, settleMs: 500, measureMs: 2_000 },
} as const;
const limits = { clients: 16, pollMs: 250, patienceMs: 600_000 } as const;

/** So many purchases open at once, through the real API: what they take while nobody pays, and whether each ends once all do. */
export async function openPurchasesRows({ servers, plan }: Bench): Promise<readonly Row[]> {
  const size = plan.durationMs >= fullPlan.durationMs ? sizes.full : sizes.short;
  const system = await startBenchSystem(servers, { linkWaitMs: 0 });
  const count = async (service: string, text: string): Promise<number> => {
    const url = new URL(servers.postgres.url);
    url.pathname = `/${system.databasePrefix}_${service}`;
    const [row] = await servers.administrate(`select (${text})::float8 as count`, url.href);
    return Number(row?.["count"]);
  };
  try {
    const orderedMs = await took(() => orderAll(system, size.purchases));
    const asked = () => count("payments", "select sum(status_checks) from attempts");
    const acceptedText = "select count(*) from attempts where state = 'accepted'";
    await until(async () => (await count("payments", acceptedText)) === size.purchases);
    await wait(size.settleMs);
    const askedBefore = await asked();
    const watched = watchSystem({ servers, plan, system });
    const counts = countsOf(servers, `${system.databasePrefix}_`);
    const reading = await measureIdle(watched, counts, size.measureMs);
    const seconds = reading.tookMs / 1_000;
    const askedEach = ((await asked()) - askedBefore) / seconds;
    for (const line of linesOfCost("seconds with open purchases", reading, seconds)) {
      console.log(line);
    }
    let completed = 0;
    system.onCompleted(() => {
      completed += 1;
    });
    const endedMs = await took(async () => {
      await payEverything(system);
      await until(async () => completed >= size.purchases);
    });
    const statusText = "select count(*) from transaction_list where status = 'COMPLETED'";
    const settledText = "select count(*) from events where event_type = 'PayoutSettled'";
    const openText = `select (select sum(open_count) from open_transactions) +
      (select count(*) from payout_reservations)`;
    const done = await count("transactions", statusText);
    return [
      valueRow(
        "open-purchases",
        "% of a core",
        (100 * processorMs(sumOf(reading.used))) / reading.tookMs,
        {
          "open purchases": size.purchases,
          "questions to the provider per second": askedEach,
          "ordered per second": (size.purchases * 1_000) / orderedMs,
          "ended per second once all pay": (size.purchases * 1_000) / endedMs,
        },
      ),
      valueRow("open-purchases-lost", "purchases", size.purchases - done, {
        "payouts settled": await count("payouts", settledText),
        "still held by guards": await count("transactions", openText),
        "timers left": await count("payments", "select count(*) from timers"),
      }),
    ];
  } finally {
    await system.stop();
  }
}

async function orderAll(system: BenchSystem, purchases: number): Promise<void> {
  const next = inTurn(system.people);
  let left = purchases;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await order(system.http, next(), numbers.usesThePage);
    }
  };
  await Promise.all(Array.from({ length: limits.clients }, loop));
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** What does not come is told by the row, not by a bench that never ends. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < limits.patienceMs) {
    if (await isSo()) return;
    await wait(limits.pollMs);
  }
}
