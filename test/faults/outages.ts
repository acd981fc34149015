import { setTimeout as wait } from "node:timers/promises";
import { eventually, fairNowMs, isLongRun, type Person, randomFrom } from "@sanu/testing";
import { expect } from "vitest";
import { findFaults } from "./checker.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createLoad, type Load, overviews } from "./load.ts";
import { orderTimeline } from "./order-timeline.ts";
import { startPacedLoad } from "./paced-load.ts";
import { findFloods, readLog } from "./read-logs.ts";
import { type ServiceName, serviceNames } from "./service-names.ts";
import type { FaultSystem } from "./system.ts";

const limits = {
  dealsPerSecond: isLongRun() ? 20 : 8,
  /** What was sent during an outage and waits for its end is a load of its own when it ends. */
  dealsInFlightMax: isLongRun() ? 150 : 30,
  /** Met by fewer, an outage says little. Counted, because a slow machine answers fewer in a second and takes longer. */
  requestsPerOutageMin: 20,
  /** People who look at their overview all the time, and their pause between two looks. */
  readers: 6,
  readerPauseMs: 250,
  /** So much is there before the first outage. */
  dealsFirst: 20,
  /** Work goes on for so long between two outages. */
  calmMsMax: 400,
  /** So long the server stays away, beside the time that its start takes. */
  downMsMax: 600,
  noticedWithinMs: 10_000,
  recoveredWithinMs: 10_000,
  requestMsMax: 10_000,
} as const;

/** A server that is ended and started again, so many times. */
export interface Outages {
  readonly count: number;
  /** Replays what is bought, when the server is ended, for how long and how. */
  readonly seed: number;
  /** The services that cannot be ready while it is away. */
  readonly dependents: readonly ServiceName[];
  /** With what their logs say each time that all is well again. */
  readonly wellAgain: string;
  /** Ends it; the number, from 0 up to, but not, 1, chooses how. */
  readonly takeDown: (choice: number) => Promise<void>;
  readonly bringBack: () => Promise<void>;
}

/**
 * Ends the server and starts it again while people buy. Clients see 2xx and honest 503 and no broken connection;
 * each time, within 10 s of the start, a new purchase is completed, so that its order was taken, every relay
 * published and every reaction heard; and at the end nothing is lost, doubled or unfinished.
 */
export async function expectToSurvive(system: FaultSystem, outages: Outages): Promise<void> {
  const load = createLoad(system);
  const witness = await load.signUp();
  // Apart, because the order in which the two draw is not the same twice.
  const [random, randomOfLoad] = [randomFrom(outages.seed), randomFrom(outages.seed + 1)];
  const paced = await startPacedLoad(load, {
    random: randomOfLoad,
    perSecond: limits.dealsPerSecond,
    inFlightMax: limits.dealsInFlightMax,
  });
  const stopReaders = startReaders(load, witness);
  await eventually("there is something to lose", () => {
    return load.journal.acknowledged.length >= limits.dealsFirst;
  });
  await completePurchase(system, load, witness);
  const before = load.journal.requests.length;
  const recoveriesMs: number[] = [];
  for (let round = 0; round < outages.count; round += 1) {
    recoveriesMs.push(await suffer(system, load, { ...outages, witness, random }));
  }
  const requestsPerOutage = (load.journal.requests.length - before) / outages.count;
  await Promise.all([paced.stop(), stopReaders()]);
  console.info(
    `recovered after ${recoveriesMs.join(", ")} ms, ${requestsPerOutage.toFixed(1)} requests with each, ` +
      `answers: ${JSON.stringify(Object.fromEntries(load.journal.statuses))}`,
  );

  await awaitFinal(system, load);
  await load.repeatAll();
  expect(await findFaults(system, load)).toEqual([]);
  expect(load.journal.statuses.get("503")).toBeGreaterThan(0);
  expect(load.journal.statuses.get("none")).toBeUndefined();
  expect(load.journal.longestMs()).toBeLessThan(limits.requestMsMax);
  expect(requestsPerOutage).toBeGreaterThan(limits.requestsPerOutageMin);
  expect(findFloods(system)).toEqual([]);
  const silent = outages.dependents.filter((service) => {
    const said = readLog(system, service).filter(({ message }) => message === outages.wellAgain);
    // Outages that follow each other quickly may be one to a service, and the same line is not written often.
    return said.length === 0;
  });
  expect(silent).toEqual([]);
}

/** People who look again and again; returns what ends it. What they were answered is in the journal. */
function startReaders(load: Load, person: Person): () => Promise<void> {
  let isStopped = false;
  const read = async (looks: number): Promise<void> => {
    for (let look = looks; !isStopped; look += 1) {
      await load.overview(person, overviews[look % overviews.length] ?? "");
      await wait(limits.readerPauseMs);
    }
  };
  const readers = Array.from({ length: limits.readers }, (_one, looks) =>
    read(looks).catch((error: unknown) => load.journal.recordFault(String(error))),
  );
  return async () => {
    isStopped = true;
    await Promise.all(readers);
  };
}

/** One outage; returns how many milliseconds after the start a purchase begun then was completed. */
async function suffer(
  system: FaultSystem,
  load: Load,
  outage: Outages & { readonly witness: Person; readonly random: () => number },
): Promise<number> {
  const { random, dependents } = outage;
  await wait(random() * limits.calmMsMax);
  await outage.takeDown(random());
  const registered = load.register();
  await Promise.all([
    wait(random() * limits.downMsMax),
    ...dependents.map((name) => untilReadyIs(system, name, false)),
  ]);
  await outage.bringBack();

  const startedAtMs = fairNowMs();
  await completePurchase(system, load, outage.witness);
  const tookMs = Math.round(fairNowMs() - startedAtMs);
  expect(tookMs).toBeLessThan(limits.recoveredWithinMs);
  await registered;
  await Promise.all(serviceNames.map((name) => untilReadyIs(system, name, true)));
  return tookMs;
}

/** Its order is taken, every relay that it needs publishes and every reaction hears, or this throws. */
async function completePurchase(system: FaultSystem, load: Load, person: Person): Promise<void> {
  const order = { payer: "pays at once", receiver: "settles at once" } as const;
  const purchase = load.begin(person, order);
  await load.create(purchase);
  await load.waitFor(purchase, "COMPLETED", limits.recoveredWithinMs).catch(async (cause) => {
    throw new Error(`Not completed:\n${await orderTimeline(system, purchase)}`, { cause });
  });
}

function untilReadyIs(system: FaultSystem, name: ServiceName, wanted: boolean): Promise<boolean> {
  return eventually(
    `${name} says that it is ${wanted ? "" : "not "}ready`,
    async () => (await system.isReady(name)) === wanted,
    wanted ? limits.recoveredWithinMs : limits.noticedWithinMs,
  );
}
