import { meterBoth } from "../cost/both.ts";
import type { Metered } from "../cost/metered.ts";
import { watchMonolith, watchSystem } from "../cost/watched.ts";
import type { Contender } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import type { Monolith } from "./floor.ts";

/** Purchases of the monolith and ours, with what they use. */
export function meterPurchases(
  bench: SystemBench,
  monolith: Monolith,
  contenders: { readonly floor: Contender; readonly subject: Contender },
): Promise<readonly [floor: Metered, subject: Metered]> {
  return meterBoth(
    bench,
    {
      contender: contenders.floor,
      list: watchMonolith(bench, monolith),
      databasePrefix: monolith.database,
    },
    {
      contender: contenders.subject,
      list: watchSystem(bench),
      databasePrefix: `${bench.system.databasePrefix}_`,
    },
  );
}
