import type { FloorProcesses } from "../floors/two-processes.ts";
import type { Contender, MeasurePlan } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import type { ServiceName } from "../system/bench-system.ts";
import { meterBoth } from "./both.ts";
import { type Metered, together } from "./metered.ts";
import { linesOfCost } from "./show.ts";
import { watchFloor, watchSystem } from "./watched.ts";

/** Of requests that some of the services answer: both contenders, with what they use. */
export function meterParts(
  bench: SystemBench,
  floor: FloorProcesses,
  parts: {
    readonly floor: Contender;
    readonly subject: Contender;
    readonly services: readonly ServiceName[];
  },
): Promise<readonly [floor: Metered, subject: Metered]> {
  return meterBoth(
    bench,
    {
      contender: parts.floor,
      list: watchFloor(bench, floor),
      databasePrefix: floor.databasePrefix,
    },
    {
      contender: parts.subject,
      list: watchSystem(bench, parts.services),
      databasePrefix: `${bench.system.databasePrefix}_`,
    },
  );
}

/** Prints what one piece of work cost, process by process, in the runs that count. */
export function printCosts(what: string, contenders: readonly Metered[], plan: MeasurePlan): void {
  for (const { name, runs } of contenders) {
    const { reading, pieces } = together(runs.slice(-plan.pairs));
    for (const line of linesOfCost(`${name}'s ${what}`, reading, pieces)) console.log(line);
  }
}
