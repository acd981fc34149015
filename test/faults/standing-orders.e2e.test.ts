import { setTimeout as wait } from "node:timers/promises";
import { announcedSeed, eventually, isLongRun, type Person, randomFrom } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { findIllegalLogs } from "./checks/find-illegal-logs.ts";
import { findMoneyDifferences } from "./checks/find-money-differences.ts";
import { findProjectionDifferences } from "./checks/find-projection-differences.ts";
import { findReactionDifferences } from "./checks/find-reaction-differences.ts";
import { findStreamDifferences, readStreams } from "./checks/find-stream-differences.ts";
import { readEventLogs } from "./checks/read-event-logs.ts";
import { signUpCanary } from "./people.ts";
import { startSharedSystem } from "./shared-system.ts";

const limits = {
  kills: isLongRun() ? 60 : 3,
  /** One that came behind the last commit, as on a machine that stood still, is tried again, so often in all. */
  missesMax: isLongRun() ? 20 : 4,
  /** Orders that reach their price together. */
  ordersOfWave: 16,
  /** By which each of their commits is longer, so that a kill behind any but the last few falls among them on any machine. */
  commitMs: 150,
  /** Of them are under way at once, and may commit while the kill is on its way. */
  togetherMax: 4,
  lookMs: 10,
  finalWithinMs: 120_000,
  testMs: isLongRun() ? 1_800_000 : 420_000,
} as const;

const system = await startSharedSystem();
const query = <Row>(text: string, values: readonly unknown[] = []) =>
  system.databases.transactions.query<Row>(CompiledQuery.raw(text, [...values]));

/** A rate by hand; null goes back to the market's, far above every price. */
const setRate = (rate: number | null) =>
  query(
    `update rate_board set manual_xof_per_btc = $1, manual_since = clock_timestamp(),
       manual_until = clock_timestamp() + interval '1 hour'`,
    [rate],
  );

async function place({ token }: Person): Promise<string> {
  const response = await system.api.call("POST", "/api/v1/orders", {
    token,
    body: {
      type: "BUY_BITCOIN",
      amount: 1_000,
      receiver_address: "ok@sandbox.sanu",
      number: "+2290196000789",
      price: 56_100_000,
    },
  });
  if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
  return response.json<{ order: { id: string } }>().order.id;
}

/** From here on an order takes its time to commit, as on a slow disk. */
async function slowCommits(): Promise<void> {
  await query(
    `create function take_time() returns trigger language plpgsql as $$
     begin perform pg_sleep(${limits.commitMs / 1_000}); return new; end $$`,
  );
  await query(
    "create trigger take_time before insert on standing_order_awaited for each row execute function take_time()",
  );
}

/** Kills transactions once so many orders of a wave have committed; says how many had when it was dead. */
async function killBehind(commits: number, wave: readonly string[]): Promise<number> {
  const count = async () => (await query<Reached>(reachedText, [wave])).length;
  const deadline = performance.now() + limits.finalWithinMs;
  while ((await count()) < commits) {
    if (performance.now() > deadline) throw new Error("No order of the wave has committed");
    await wait(limits.lookMs);
  }
  await system.program("transactions").kill();
  return count();
}

interface Reached {
  readonly order_id: string;
  readonly transactions: number;
  readonly completed: number;
}

const reachedText = `
select order_id, count(*)::int as transactions, count(*) filter (where list.status = 'COMPLETED')::int as completed
from standing_order_occurrences join transaction_list as list using (transaction_id)
where order_id = any($1::uuid[]) group by order_id`;

it("orders once for each price that is reached while transactions is killed among the commits", {
  timeout: limits.testMs,
}, async () => {
  const random = randomFrom(announcedSeed("these kills"));
  const orders: string[] = [];
  const met: number[] = [];
  let misses = 0;
  await slowCommits();
  while (met.length < limits.kills) {
    const person = await signUpCanary(system.api.call, system.mail);
    await setRate(null);
    const wave = await Promise.all(
      Array.from({ length: limits.ordersOfWave }, () => place(person)),
    );
    orders.push(...wave);
    await setRate(55_000_000);
    const behind = 1 + Math.floor(random() * (limits.ordersOfWave - 3 * limits.togetherMax));
    const reached = await killBehind(behind, wave);
    if (reached < limits.ordersOfWave) met.push(reached);
    else misses += 1;
    // A kill that meets nothing proves nothing.
    expect(misses).toBeLessThanOrEqual(limits.missesMax);
    await system.program("transactions").restart();
    await eventually(
      "each of them has ordered and is completed",
      async () => {
        const rows = await query<Reached>(reachedText, [wave]);
        return rows.length === wave.length && rows.every(({ completed }) => completed === 1);
      },
      limits.finalWithinMs,
    );
  }
  await system.settled(limits.finalWithinMs);
  console.info(
    `${limits.kills} kills beside ${misses} too late, behind ${met.join(", ")} of ${limits.ordersOfWave} orders`,
  );
  for (const reached of met) expect(reached).toBeGreaterThan(0);

  const rows = await query<Reached>(reachedText, [orders]);
  expect(rows.filter(({ transactions }) => transactions !== 1)).toEqual([]);
  const everything = await query<{ count: number }>(
    "select count(*)::int as count from transaction_list",
  );
  expect(everything).toEqual([{ count: orders.length }]);
  const waiting = await query("select from standing_order_triggers");
  expect(waiting).toEqual([]);
  const [logs, streams] = await Promise.all([readEventLogs(system), readStreams(system.messaging)]);
  expect([
    ...(await findMoneyDifferences(system, logs)),
    ...findIllegalLogs(logs),
    ...(await findProjectionDifferences(system)),
    ...(await findReactionDifferences(system, logs)),
    ...findStreamDifferences(logs, streams),
  ]).toEqual([]);
});
