import type { Contender } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import { countsOf } from "./counts.ts";
import { measureIdle } from "./meter.ts";
import { type Metered, metered } from "./metered.ts";
import type { ListWatched } from "./watched.ts";

/** One of two that are compared, with its processes. */
export interface ToMeter {
  readonly contender: Contender;
  readonly list: ListWatched;
  /** What the names of its databases begin with. */
  readonly databasePrefix: string;
}

/** What both use while nobody asks for anything is measured first, at the same time. */
export async function meterBoth(
  { servers, plan }: SystemBench,
  floor: ToMeter,
  subject: ToMeter,
): Promise<readonly [floor: Metered, subject: Metered]> {
  const meter = async ({ contender, list, databasePrefix }: ToMeter): Promise<Metered> => {
    const readCounts = countsOf(servers, databasePrefix);
    const idle = await measureIdle(list, readCounts, plan.warmUpMs);
    return metered(contender, { list, readCounts, idle });
  };
  return Promise.all([meter(floor), meter(subject)]);
}
