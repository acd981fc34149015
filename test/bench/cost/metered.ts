import {
  type Comparison,
  type Contender,
  comparisonOf,
  type MeasurePlan,
  quantileOf,
} from "../measure.ts";
import type { ReadCounts } from "./counts.ts";
import { addReadings, beyondIdle, measureUse, type Reading } from "./meter.ts";
import { linesOfCost, sumOf } from "./show.ts";
import { processorMs } from "./usage.ts";
import type { ListWatched } from "./watched.ts";

/** A contender whose runs are measured by what they use, too. */
export interface Metered extends Contender {
  /** Of each run, beyond what being there costs: what it used, and how many pieces of work were done. */
  readonly runs: readonly MeteredRun[];
}

export interface MeteredRun {
  readonly reading: Reading;
  readonly pieces: number;
}

/** Measures a contender that says how many pieces of work it does per second. */
export function metered(
  inner: Contender,
  of: { readonly list: ListWatched; readonly readCounts: ReadCounts; readonly idle: Reading },
): Metered {
  const runs: MeteredRun[] = [];
  return {
    name: inner.name,
    runs,
    async run(durationMs) {
      let perSecond = Number.NaN;
      const used = await measureUse(of.list, of.readCounts, async () => {
        perSecond = await inner.run(durationMs);
      });
      const pieces = Math.round((perSecond * used.tookMs) / 1_000);
      runs.push({ reading: beyondIdle(used, of.idle), pieces });
      return perSecond;
    },
  };
}

/** Processor milliseconds for each piece of work: of the program, its database and its messages. */
export function costOf({ reading, pieces }: MeteredRun): number {
  return processorMs(sumOf(reading.used)) / pieces;
}

/** What both cost in their last runs, which were measured in so many pairs; a warm-up is no part of them. */
export function costsOf(floor: Metered, subject: Metered, pairs: number): Comparison {
  const floors = floor.runs.slice(-pairs).map(costOf);
  const subjects = subject.runs.slice(-pairs).map(costOf);
  const ratios = subjects.map((cost, index) => cost / (floors[index] ?? Number.NaN));
  const floorWidth = quantileOf(floors, 0.75) - quantileOf(floors, 0.25);
  return comparisonOf({ floors, subjects, ratios, floorWidth });
}

/** Several runs as one. */
export function together(runs: readonly MeteredRun[]): MeteredRun {
  return runs.reduce((one, other) => ({
    pieces: one.pieces + other.pieces,
    reading: addReadings(one.reading, other.reading),
  }));
}

/** Prints what one piece of work cost, process by process, in the runs that count. */
export function printCosts(what: string, contenders: readonly Metered[], plan: MeasurePlan): void {
  for (const { name, runs } of contenders) {
    const { reading, pieces } = together(runs.slice(-plan.pairs));
    for (const line of linesOfCost(`${name}'s ${what}`, reading, pieces)) console.log(line);
  }
}
