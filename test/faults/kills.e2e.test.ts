import { adminUrl, randomFrom, testNatsUrl, testSeed } from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFaults, payoutsOf } from "./checker.ts";
import { type Kill, killInWindow, killsOfRound, type Work } from "./kill.ts";
import { completing, createLoad, type Load, slowPayer } from "./load.ts";
import { type FaultSystem, startFaultSystem } from "./system.ts";

const limits = {
  purchases: 20,
  pauseMsMax: 400,
  killsOfWindowMax: 5,
  completedWithinMs: 60_000,
  testMs: 240_000,
} as const;

let system: FaultSystem;

beforeAll(async () => {
  system = await startFaultSystem({
    databaseUrl: adminUrl(),
    natsUrl: testNatsUrl(),
    // Long enough to break the wire between the link and the money.
    delays: { slowMs: 1_000 },
  });
});

afterAll(() => system?.stop());

function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

it("completes every purchase and pays each once while each service is killed three times", {
  timeout: limits.testMs,
}, async () => {
  const seed = testSeed();
  console.info(`SANU_TEST_SEED=${seed} replays these kills`);
  const random = randomFrom(seed);
  const load = createLoad(system);
  const person = await load.signUp();
  const underWay: Promise<void>[] = [];
  const buy: Work = (payer) => {
    const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
      items[Math.floor(random() * items.length)] ?? items[0];
    const numberEnding = payer === "slow" ? slowPayer : pick(completing.numbers);
    const order = { numberEnding, receiver: pick(completing.receivers) };
    const purchase = load.begin(person, order);
    underWay.push(load.create(purchase));
    return purchase;
  };
  const kills = shuffled(
    killsOfRound(() => random() * limits.pauseMsMax),
    random,
  );
  for (let count = kills.length; count < limits.purchases; count += 1) buy("any");

  const missed: Kill[] = [];
  for (const kill of kills) {
    const work: Work = (payer) => {
      if (kill.service === "identity") underWay.push(load.register());
      return buy(payer);
    };
    if (!(await killUntilHit(kill, work))) missed.push(kill);
  }

  await Promise.all(underWay);
  await expectAllCompleted(load);
  expect(missed).toEqual([]);
});

/**
 * A window can be open for other work that leaves it before the kill falls; the dead service's database says so,
 * and it is killed once more.
 */
async function killUntilHit(kill: Kill, work: Work): Promise<boolean> {
  for (let kills = 0; kills < limits.killsOfWindowMax; kills += 1) {
    if (await killInWindow(system, kill, work)) return true;
  }
  return false;
}

/** The end of a run: everything done, everything told the same way again, and nothing that may not be. */
async function expectAllCompleted(load: Load): Promise<void> {
  await Promise.all(
    load.purchases.map((one) => load.waitFor(one, "COMPLETED", limits.completedWithinMs)),
  );
  await Promise.all(load.purchases.map((one) => load.create(one)));
  await system.settled();

  console.info(`answers: ${JSON.stringify(Object.fromEntries(load.journal.statuses))}`);
  expect(await findFaults(system, load)).toEqual([]);
  expect(payoutsOf(system, load)).toEqual(load.purchases.map(() => 1));
}
