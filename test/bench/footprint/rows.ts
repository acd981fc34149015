import { setTimeout as wait } from "node:timers/promises";
import type { SystemBench } from "../report/bench.ts";
import { type Row, valueRow } from "../report/row.ts";
import { serviceNames } from "../system/bench-system.ts";
import { pssMbOf } from "./pss.ts";

const limits = { settleMs: 10_000, probeEveryMs: 5, startsEach: 3 } as const;

/** Memory of the five services when nobody asks them anything, and how long they take to be ready. */
export async function footprintRows(bench: SystemBench): Promise<readonly Row[]> {
  const { system } = bench.system;
  // Fresh processes: what a load left behind is not what an idle service needs.
  await Promise.all(serviceNames.map((name) => system.program(name).restart()));
  await wait(limits.settleMs);
  const sizes = serviceNames.map((name) => [name, pssMbOf(system.program(name).pid())] as const);
  const memory = valueRow(
    "memory",
    "MB",
    sizes.reduce((sum, [, size]) => sum + size, 0),
    Object.fromEntries(sizes),
  );
  return [memory, ...(await startRows(bench))];
}

async function startRows(bench: SystemBench): Promise<readonly Row[]> {
  const one: Record<string, number> = {};
  for (const name of serviceNames) {
    const times: number[] = [];
    for (let start = 0; start < limits.startsEach; start += 1) {
      await bench.system.system.program(name).stop();
      times.push(await startMs(bench, name));
    }
    one[name] = Math.min(...times) / 1_000;
  }
  const all: number[] = [];
  for (let start = 0; start < limits.startsEach; start += 1) {
    await Promise.all(serviceNames.map((name) => bench.system.system.program(name).stop()));
    all.push(Math.max(...(await Promise.all(serviceNames.map((name) => startMs(bench, name))))));
  }
  const together = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  return [
    valueRow("start-one", "s", Math.max(...Object.values(one)), one),
    valueRow("start-all", "s", together / 1_000),
  ];
}

/** From the spawn to the first 200 of the readiness, asked every few milliseconds. */
async function startMs(
  { system: { system, readyUrls } }: SystemBench,
  name: (typeof serviceNames)[number],
): Promise<number> {
  const startedAt = performance.now();
  const starting = system.program(name).restart();
  const url = readyUrls.get(name);
  if (url === undefined) throw new Error(`${name} has no readiness`);
  while (!(await isReady(url))) await wait(limits.probeEveryMs);
  const tookMs = performance.now() - startedAt;
  await starting;
  return tookMs;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
