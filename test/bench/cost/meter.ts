import { setTimeout as wait } from "node:timers/promises";
import { type Counts, type ReadCounts, readDifference } from "./counts.ts";
import { combine, minus, noUsage, plus, readUsage, type Usage } from "./usage.ts";
import type { ListWatched, Side } from "./watched.ts";

/** What the processes of one name used. */
export interface Used {
  readonly name: string;
  readonly side: Side;
  readonly usage: Usage;
}

/** What was used in a time that took so long. */
export interface Reading {
  readonly tookMs: number;
  readonly used: readonly Used[];
  readonly counts: Counts;
}

/** Measures what processes use while something is done. */
export async function measureUse(
  list: ListWatched,
  readCounts: ReadCounts,
  work: () => Promise<unknown>,
): Promise<Reading> {
  const countsBefore = await readCounts();
  const before = snapshot(list);
  const startedAt = performance.now();
  await work();
  const tookMs = performance.now() - startedAt;
  const after = snapshot(list);
  const counts = readDifference(countsBefore, await readCounts());
  const used = new Map<string, Used>();
  for (const [pid, { name, side, usage }] of after) {
    // What a process used that began meanwhile is all of it.
    const own = minus(usage, before.get(pid)?.usage ?? noUsage);
    const known = used.get(name)?.usage ?? noUsage;
    used.set(name, { name, side, usage: plus(known, own) });
  }
  return { tookMs, used: [...used.values()], counts };
}

/** What is used while nobody asks for anything. */
export function measureIdle(
  list: ListWatched,
  readCounts: ReadCounts,
  durationMs: number,
): Promise<Reading> {
  return measureUse(list, readCounts, () => wait(durationMs));
}

/** What was used beyond what being there costs in the same time. Never less than nothing. */
export function beyondIdle(reading: Reading, idle: Reading): Reading {
  const share = reading.tookMs / idle.tookMs;
  const idleBy = new Map(idle.used.map(({ name, usage }) => [name, usage]));
  const left = (value: number, idleValue: number) => Math.max(0, value - idleValue * share);
  return {
    tookMs: reading.tookMs,
    used: reading.used.map((one) => ({
      ...one,
      usage: combine(one.usage, idleBy.get(one.name) ?? noUsage, left),
    })),
    counts: new Map(
      [...reading.counts].map(([name, count]) => [name, left(count, idle.counts.get(name) ?? 0)]),
    ),
  };
}

/** What two readings have used, name by name. */
export function addReadings(one: Reading, other: Reading): Reading {
  const before = new Map(one.used.map(({ name, usage }) => [name, usage]));
  return {
    tookMs: one.tookMs + other.tookMs,
    used: other.used.map((use) => ({
      ...use,
      usage: plus(use.usage, before.get(use.name) ?? noUsage),
    })),
    counts: new Map(
      [...other.counts].map(([name, count]) => [name, count + (one.counts.get(name) ?? 0)]),
    ),
  };
}

function snapshot(list: ListWatched): ReadonlyMap<number, Used> {
  const found = new Map<number, Used>();
  for (const { pid, name, side } of list()) {
    const usage = readUsage(pid);
    if (usage !== undefined) found.set(pid, { name, side, usage });
  }
  return found;
}
