import type { Contender } from "../measure.ts";
import type { Monolith } from "../purchases/floor.ts";
import type { SystemBench } from "../report/bench.ts";
import { countsOf } from "./counts.ts";
import { measureIdle } from "./meter.ts";
import { type Metered, metered } from "./metered.ts";
import { watchMonolith, watchSystem } from "./watched.ts";

/** What both use while nobody buys is measured first, at the same time. */
export async function meterBoth(
  bench: SystemBench,
  monolith: Monolith,
  contenders: { readonly floor: Contender; readonly subject: Contender },
): Promise<readonly [floor: Metered, subject: Metered]> {
  const { servers, system, plan } = bench;
  const ours = {
    list: watchSystem(bench),
    readCounts: countsOf(servers, `${system.databasePrefix}_`),
  };
  const theirs = {
    list: watchMonolith(bench, monolith),
    readCounts: countsOf(servers, monolith.database),
  };
  const [idleOfFloor, idle] = await Promise.all(
    [theirs, ours].map(({ list, readCounts }) => measureIdle(list, readCounts, plan.warmUpMs)),
  );
  if (idleOfFloor === undefined || idle === undefined) throw new Error("Nothing was measured");
  return [
    metered(contenders.floor, { ...theirs, idle: idleOfFloor }),
    metered(contenders.subject, { ...ours, idle }),
  ];
}
