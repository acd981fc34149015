import type { FloorProcesses } from "../floors/two-processes.ts";
import type { Contender } from "../measure.ts";
import type { SystemBench } from "../report/bench.ts";
import type { ServiceName } from "../system/bench-system.ts";
import type { BenchHttp } from "../system/http.ts";
import { countsOf } from "./counts.ts";
import { measureIdle } from "./meter.ts";
import { type Metered, metered } from "./metered.ts";
import { type ListWatched, watchFloor, watchSystem } from "./watched.ts";

/** One of two that are compared, with its processes. */
export interface ToMeter {
  readonly contender: Contender;
  readonly list: ListWatched;
  /** What the names of its databases begin with. */
  readonly databasePrefix: string;
}

/** A floor and ours, of which all services count where none are named. What both use while nobody asks for anything is measured first, at the same time. */
export async function meterBoth(
  bench: SystemBench,
  floor: ToMeter,
  ours: { readonly contender: Contender; readonly services?: readonly ServiceName[] },
): Promise<readonly [floor: Metered, subject: Metered]> {
  const { servers, system, plan } = bench;
  const meter = async ({ contender, list, databasePrefix }: ToMeter): Promise<Metered> => {
    const readCounts = countsOf(servers, databasePrefix);
    const idle = await measureIdle(list, readCounts, plan.warmUpMs);
    return metered(contender, { list, readCounts, idle });
  };
  const subject = {
    contender: ours.contender,
    list: watchSystem(bench, ours.services),
    databasePrefix: `${system.databasePrefix}_`,
  };
  return Promise.all([meter(floor), meter(subject)]);
}

/** The same of requests that the gateway and one service answer, beside the two processes that do as much. */
export function meterRequests(
  bench: SystemBench,
  floor: FloorProcesses,
  run: (http: BenchHttp, durationMs: number) => Promise<number>,
): Promise<readonly [floor: Metered, subject: Metered]> {
  const contender = (name: string, http: BenchHttp): Contender => ({
    name,
    run: (durationMs) => run(http, durationMs),
  });
  return meterBoth(
    bench,
    {
      contender: contender("floor", floor.http),
      list: watchFloor(bench, floor),
      databasePrefix: floor.databasePrefix,
    },
    {
      contender: contender("sanu", bench.system.http),
      services: ["gateway-api", "transactions", "identity"],
    },
  );
}
