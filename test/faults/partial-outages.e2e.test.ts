import { setTimeout as wait } from "node:timers/promises";
import { announcedSeed, eventually, isLongRun, partialOutages, randomFrom } from "@sanu/testing";
import { expect, it } from "vitest";
import { findFaults } from "./checker.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createLoad } from "./load.ts";
import type { Order } from "./outcomes.ts";
import { startPacedLoad } from "./paced-load.ts";
import { begin, drawTurns, railNames } from "./partial-outages.ts";
import { startSharedSystem } from "./shared-system.ts";

const limits = {
  rounds: isLongRun() ? 2 : 1,
  turnMs: isLongRun() ? 6_000 : 600,
  /** On a busy machine the first payout that fails comes late. */
  longerMs: 5_000,
  perSecond: isLongRun() ? 10 : 6,
  /** Behind a long outage the next call is minutes away. */
  finalWithinMs: isLongRun() ? 600_000 : 180_000,
  testMs: isLongRun() ? 900_000 : 240_000,
} as const;

/** In every turn at least one for each rail that pays out. */
const everyWayOut: readonly Order[] = [
  { payer: "pays at once", receiver: "settles at once" },
  { payer: "pays at once", receiver: "is on the chain" },
  { payer: "pays at once", receiver: "fails" },
  { seller: "pays at once", wallet: "takes XOF at once", place: "gets sats back at once" },
];

/** A rail whose payouts fail for minutes pauses; what is looked for here is what happens to those that it takes. */
const system = await startSharedSystem({
  settings: { transactions: { BREAKER_OUTCOMES_MIN: "1000000" } },
});

it("moves everything once, and ends it without a person, whatever part of each provider is away in turn", {
  timeout: limits.testMs,
}, async () => {
  const random = randomFrom(announcedSeed("this load and these outages"));
  const load = createLoad(system);
  const suffered = new Map<string, number>();
  const paced = await startPacedLoad(load, { random, perSecond: limits.perSecond });
  for (const turn of drawTurns(limits.rounds, random)) {
    const haveAllSuffered = begin(system.sandbox, turn, suffered);
    const [person] = load.people;
    if (person === undefined) throw new Error("Nobody was signed up");
    await Promise.all(everyWayOut.map((order) => load.create(load.begin(person, order))));
    await wait(limits.turnMs);
    // What one rail suffers can keep work from another, so that this is no demand.
    await eventually("each suffers", haveAllSuffered, limits.longerMs).catch(() => undefined);
  }
  system.sandbox.control.clearFaults();
  await paced.stop();
  await awaitFinal(system, load, limits.finalWithinMs);

  console.info([...suffered].map(([met, calls]) => `${met}, ${calls} times`).join("\n"));
  const met = [...suffered.keys()].join("\n");
  for (const name of railNames) expect(met).toContain(name);
  for (const { kind } of partialOutages) expect(met).toContain(kind);
  expect(await findFaults(system, load)).toEqual([]);
});
