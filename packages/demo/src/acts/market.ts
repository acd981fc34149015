import { CompiledQuery } from "kysely";
import type { DemoSystem } from "../system/demo-system.ts";
import { until } from "./patience.ts";
import { textAt } from "./read-answer.ts";

const freshText = `
select count(*) > 0 and coalesce(min(observed_at) > clock_timestamp() - interval '18 hours', false) as "isFresh"
from floats`;

/** Waits until orders are priced by the rate of this moment, and floats are known that promise their payouts. */
export async function untilDealing(system: DemoSystem): Promise<void> {
  const fromMs = system.clock.nowMs();
  await until("there is a rate", async () => {
    const rates = await system.api.send("GET", "rates");
    return Date.parse(textAt(rates, "data", "as_of")) >= fromMs;
  });
  await until("floats are known", async () => {
    const [row] = await system.databases.transactions.query<{ isFresh: boolean }>(
      CompiledQuery.raw(freshText),
    );
    return row?.isFresh === true;
  });
}
