import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { announcedSeed, eventually, isLongRun, randomFrom, shuffled } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { findFaults } from "./checker.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { impatientClient } from "./impatient-client.ts";
import { createLoad } from "./load.ts";
import { startPacedLoad } from "./paced-load.ts";
import { type OneOfTwo, startReplicas } from "./replicas.ts";
import { type Caller, serviceNames } from "./service-names.ts";
import { startSharedSystem } from "./shared-system.ts";
import { callers } from "./wires.ts";

const limits = {
  stopsOfEach: isLongRun() ? 20 : 2,
  /** Whether a stop meets calls is chance: where none did, there are so many more. */
  stopsMoreMax: isLongRun() ? 0 : 4,
  /** So many calls are on their way when a caller is stopped. */
  callMs: 400,
  /**
   * Longer than the lease of an attempt (5 s here), of the relay (5 s), of a fact that was delivered (10 s) and of
   * a timer (15 s); in the long run also of a parked fact (30 s) and of a mail (30 s).
   */
  stoppedMs: isLongRun() ? 61_000 : 15_500,
  calmMs: 2_000,
  readyWithinMs: 15_000,
  /** A client whose gateway stands still goes to the other one. */
  patienceMs: 4_000,
  /** The short run shares its two cores with other tests: it is about who may act, not about load. */
  inFlightMax: isLongRun() ? 400 : 60,
  dealsPerSecond: isLongRun() ? 20 : 8,
  testMs: isLongRun() ? 1_800_000 : 360_000,
} as const;

const system = await startSharedSystem();
const replicas = await startReplicas(system);

afterAll(() => {
  // A process that stands still hears no other signal.
  for (const name of serviceNames) {
    for (const { program } of replicas.of(name)) program.signal("SIGCONT");
  }
});

it("gives no effect to a process that stood still for longer than its leases", {
  timeout: limits.testMs,
}, async () => {
  const seed = announcedSeed("these stops");
  const random = randomFrom(seed);
  const load = createLoad({ ...system, api: impatientClient(replicas.api, limits.patienceMs) });
  const paced = await startPacedLoad(load, {
    random: randomFrom(seed + 1),
    perSecond: limits.dealsPerSecond,
    inFlightMax: limits.inFlightMax,
  });
  const stopsMax = limits.stopsOfEach + limits.stopsMoreMax;
  for (let round = 0; round < stopsMax; round += 1) {
    if (round >= limits.stopsOfEach && callers.every(isProven)) break;
    await wait(limits.calmMs * (0.5 + random()));
    await stopOneOfEach(round % 2, random);
  }
  await paced.stop();
  console.info("nobody buys any more");
  await awaitFinal(system, load);

  const refused = callers.map((name) => [name, ...replicas.of(name).map(countRefused)]);
  console.info(
    `${load.deals.length} deals, ${paced.skipped()} moments without one\n` +
      `answers: ${JSON.stringify(Object.fromEntries(load.journal.statuses))}\n` +
      `words of stale workers that were refused: ${JSON.stringify(refused)}`,
  );
  await load.repeatAll();
  expect(await findFaults(system, load)).toEqual([]);
  // Without these the fences would not have been needed, and nothing be proven. Twenty stops meet calls in both
  // processes; which of them a single stop meets in its call is chance.
  expect(callers.filter((name) => !isProven(name))).toEqual([]);
});

/** Whether processes of this service wanted to write what others had to write by then. */
function isProven(name: Caller): boolean {
  const ofBoth = replicas.of(name).map((one) => countRefused(one) > 0);
  return isLongRun() ? ofBoth.every(Boolean) : ofBoth.some(Boolean);
}

/**
 * Stops one process of every service, each at its own moment, the callers while their calls are under way; lets
 * them go on when every lease has ended and somebody else has taken over.
 */
async function stopOneOfEach(which: number, random: () => number): Promise<void> {
  const victims = serviceNames.map((name) => replicas.of(name)[which === 0 ? 0 : 1]);
  system.sandbox.control.setLatencyMs(limits.callMs);
  await wait(limits.callMs * (1 + random()));
  for (const { program } of shuffled(victims, random)) {
    program.signal("SIGSTOP");
    await wait(limits.callMs * random() * 0.2);
  }
  system.sandbox.control.setLatencyMs(0);
  await wait(limits.stoppedMs);
  for (const { program } of shuffled(victims, random)) program.signal("SIGCONT");
  console.info(`went on: ${victims.map(({ program }) => program.name).join(", ")}`);
  await eventually(
    "those that stood still are ready again",
    async () => {
      for (const victim of victims) await assertReady(victim);
      return true;
    },
    limits.readyWithinMs,
  );
}

async function assertReady({ program, metricsUrl }: OneOfTwo): Promise<void> {
  const response = await fetch(new URL("/readyz", metricsUrl));
  if (!response.ok) throw new Error(`${program.name} is not ready: ${await response.text()}`);
}

/** How often a process learnt, when it wanted to write what a call had brought, that the attempt was another's. */
function countRefused({ program }: OneOfTwo): number {
  const lines = readFileSync(program.logFile, "utf8").split("\n");
  return lines.filter((line) => line.includes("an attempt has another holder by now")).length;
}
