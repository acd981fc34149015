import { instant, xofPerBtc } from "@sanu/kernel";
import { type Database, openDatabase } from "@sanu/platform";
import { listDueOrders, listEndedOfOrders, migrations } from "@sanu/transactions";
import { type Contender, compare, medianOf, timesOf } from "../measure.ts";
import type { Bench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";

const limits = { small: 100, large: 100_000, dueMax: 50 } as const;

/** No order is due: the moments lie behind it, and every price lies beside its rates. */
const present = {
  now: instant("2026-11-21T10:00:00.000000Z"),
  buyXofPerBtc: xofPerBtc(61_200_000n),
  sellXofPerBtc: xofPerBtc(58_800_000n),
};

const id = (number: string) => `lpad(to_hex(${number}), 32, '0')::uuid`;

/** Half of them wait for a moment, a quarter each to buy below the rate or to sell above it, as near as a franc. */
const fillText = (orders: number) => `
insert into standing_order_triggers
  (order_id, account_id, transaction_type, due_at, price_xof_per_btc, until_at)
select ${id("n")}, ${id("n / 4")}, case when n % 4 = 1 then 'SELL_BITCOIN' else 'BUY_BITCOIN' end,
  case when n % 2 = 0 then timestamptz '2026-11-21T10:00:01Z' + n * interval '1 second' end,
  case n % 4 when 1 then 58800000 + n when 3 then 61200000 - n end,
  case when n % 2 = 1 then timestamptz '2026-12-21' end
from generate_series(1, ${orders}) as n`;

/** As if each of them had ordered in the last minutes: the end of so many open transactions is awaited, and none has come. */
const awaitedText = (orders: number) => `
insert into standing_order_awaited (transaction_id, order_id)
select ${id("n")}, ${id("n")} from generate_series(1, ${orders}) as n`;

/** What a look for due orders costs while very many are open, against the same of a few; nothing is due, as nearly always. */
export async function ordersTickRow({ servers, plan }: Bench): Promise<readonly Row[]> {
  const opened: Database[] = [];
  const ticking = async (orders: number): Promise<Contender> => {
    const url = await servers.newDatabase("bench_orders_tick", migrations);
    for (const text of [fillText(orders), awaitedText(orders), "analyze"]) {
      await servers.administrate(text, url);
    }
    const database = openDatabase({ url, poolMax: 1, applicationName: "bench" });
    opened.push(database);
    const tick = async () => {
      const due = await listDueOrders(database, present, limits.dueMax);
      const ended = await listEndedOfOrders(database, present.now, limits.dueMax);
      if (due.length + ended.length > 0) throw new Error("Something is due");
    };
    return {
      name: `a tick at ${orders} open orders`,
      run: async (durationMs) => medianOf(await timesOf(tick, durationMs)),
    };
  };
  try {
    const [few, many] = [await ticking(limits.small), await ticking(limits.large)];
    const comparison = await compare(few, many, plan);
    return [
      ratioRow("orders-tick", "ms p50", comparison, {
        "open orders": limits.large,
        "open orders of the floor": limits.small,
      }),
    ];
  } finally {
    await Promise.all(opened.map((database) => database.close()));
  }
}
