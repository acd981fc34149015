import { setTimeout as wait } from "node:timers/promises";
import { countsOf } from "../cost/counts.ts";
import { measureIdle } from "../cost/meter.ts";
import { costOf, costsOf, metered, printCosts } from "../cost/metered.ts";
import { watchSystem } from "../cost/watched.ts";
import { pssMbOf } from "../footprint/pss.ts";
import { compare, fullPlan, warmedLonger } from "../measure.ts";
import { purchasing } from "../purchases/purchasing.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import { serviceNames } from "../system/bench-system.ts";
import { makeEverybody } from "./everybody.ts";
import { readOnce } from "./reading.ts";

const sizes = {
  full: { everybody: 100_000, readsOfFew: 8_000, settleMs: 5_000, idleMs: 10_000 },
  short: { everybody: 2_000, readsOfFew: 500, settleMs: 500, idleMs: 1_000 },
} as const;
/** Pairs differ by a tenth and more, and what is looked for is less. */
const pairsFactor = 2;

/** What a purchase costs when each is another person's, of very many, through what it costs when a few take turns. */
export async function peopleRow(bench: SystemBench): Promise<readonly Row[]> {
  const size = bench.plan.durationMs >= fullPlan.durationMs ? sizes.full : sizes.short;
  const { servers, system } = bench;
  const plan = { ...warmedLonger(bench.plan), pairs: bench.plan.pairs * pairsFactor };
  const list = watchSystem(bench);
  const readCounts = countsOf(servers, `${system.databasePrefix}_`);
  const meter = { list, readCounts, idle: await measureIdle(list, readCounts, size.idleMs) };
  const few = metered(purchasing("few", system), meter);
  // Heaps are as large as this load makes them before anybody else comes.
  await few.run(plan.warmUpMs);
  await few.run(plan.warmUpMs);
  const [alone] = few.runs.slice(-1);
  const people = await makeEverybody(bench, size.everybody);
  await wait(size.settleMs);
  const all = metered(purchasing("everybody", { ...system, people }), meter);

  const readsOfFew = { people: system.people, times: size.readsOfFew };
  await readOnce(bench, readsOfFew, meter);
  const [readByFew] = await readOnce(bench, readsOfFew, meter);
  const before = memoryOf(bench);
  const [readByAll] = await readOnce(bench, { people, times: people.length }, meter);
  if (alone === undefined || readByFew === undefined || readByAll === undefined) {
    throw new Error("Nobody asked");
  }
  const behindReads = memoryOf(bench);
  const rates = await compare(few, all, plan);
  printCosts("purchases", [few, all], plan);
  const notes = {
    people: people.length,
    "ms of few while there was nobody else": costOf(alone),
    "purchases/s of few": rates.floorMedian,
    "of everybody": rates.subjectMedian,
    ratio: rangeOf(rates.ratioMedian, rates.ratioMin, rates.ratioMax),
    "ms of a read by few": costOf(readByFew),
    "by everybody": costOf(readByAll),
    "MB before": memoryText(before),
    "behind everybody's reads": memoryText(behindReads),
    "behind the purchases": memoryText(memoryOf(bench)),
  };
  return [ratioRow("people", "ms", costsOf(few, all, plan.pairs), notes)];
}

function memoryOf({ system: { system } }: SystemBench): readonly number[] {
  return serviceNames.map((name) => pssMbOf(system.program(name).pid()));
}

function memoryText(sizesOfServices: readonly number[]): string {
  const all = sizesOfServices.reduce((sum, size) => sum + size, 0);
  const each = serviceNames.map((name, index) => `${name} ${sizesOfServices[index]?.toFixed(0)}`);
  return `${all.toFixed(0)} (${each.join(" ")})`;
}

const rangeOf = (median: number, min: number, max: number): string =>
  `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
