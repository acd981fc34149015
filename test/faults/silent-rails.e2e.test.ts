import { setTimeout as wait } from "node:timers/promises";
import { announcedSeed, eventually, isLongRun, randomFrom, shuffled } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFaults } from "./checker.ts";
import { createDeals, times } from "./create-deals.ts";
import { findEarlyEnds } from "./find-early-ends.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createLoad } from "./load.ts";
import type { Mix, Order } from "./outcomes.ts";
import { startPacedLoad } from "./paced-load.ts";
import { type ProviderSystem, takeOver } from "./provider-system.ts";
import type { Caller } from "./service-names.ts";
import { startSharedSystem } from "./shared-system.ts";
import { findLeft, silenceProvider } from "./silent-provider.ts";
import { endingsDrawn, endingsOf, movingOperations, silenceRails } from "./silent-rails.ts";
import { someProviders } from "./some-providers.ts";

const counts = isLongRun()
  ? { purchases: 1_250, paidMin: 1_000, kills: 10 }
  : { purchases: 100, paidMin: 75, kills: 2 };

const ofProvider = isLongRun()
  ? { collections: 1_000, disbursements: 1_000, kills: 10, dealsBehind: 100 }
  : { collections: 8, disbursements: 8, kills: 1, dealsBehind: 4 };
const purchase: Order = { payer: "pays at once", receiver: "settles at once" };
const sale: Order = {
  seller: "pays at once",
  wallet: "takes XOF at once",
  place: "gets sats back at once",
};

const limits = {
  killPauseMsMax: 2_000,
  shownMax: 20,
  /** Of what is dealt behind the kills, until it shows what it has to. */
  roundsMax: 5,
  finalWithinMs: 120_000,
  /** Longer than the first questions about it, and than the grace before an order is sent once more. */
  notFoundMs: 5_000,
  testMs: isLongRun() ? 600_000 : 240_000,
} as const;

/** Most pay and are paid; a few meet a definite "no", which may come in silence too. */
const mix: Mix = {
  payers: ["pays at once", "pays slowly", "approves", "declines"],
  receivers: ["settles at once", "settles slowly", "is elsewhere", "is an invoice", "fails"],
  salesPart: 0,
};
const refused: Order = { payer: "pays at once", receiver: "fails" };

const { notFoundMs } = limits;
const system = await startSharedSystem({ delays: { notFoundMs } });

it("collects and pays out once what providers took in silence, and gives nothing up before they say no", {
  timeout: limits.testMs,
}, async () => {
  const seed = announcedSeed("these silences and kills");
  const random = randomFrom(seed);
  silenceRails(system.sandbox, seed);
  const load = createLoad(system);
  await load.create(load.begin(await load.signUp(), refused));

  const pace = { random, mix, dealsMax: counts.purchases / 2 };
  const killing = [killAtTimes("payments", random), killAtTimes("payouts", random)];
  // Callbacks and questions race each other in the first half; in the second only questions bring it out.
  await (await startPacedLoad(load, pace)).ended;
  system.sandbox.callbacks.change({ copies: 0 });
  await (await startPacedLoad(load, pace)).ended;
  await Promise.all(killing);
  await awaitFinal(system, load, limits.finalWithinMs);

  for (const operation of movingOperations) {
    const { calls, endings } = endingsOf(system.sandbox, operation);
    console.info(`${operation}: ${calls} calls, of them ${JSON.stringify(endings)}`);
    expect(endings).toEqual(endingsDrawn(operation, seed, calls));
    expect(endings["fault hang"]).toBeGreaterThan(calls / 5);
    expect(Math.min(...Object.values(endings))).toBeGreaterThan(0);
  }
  const { journal } = system.sandbox;
  expect(journal.ofKind("money-received").length).toBeGreaterThanOrEqual(counts.paidMin);
  expect(journal.ofKind("send-accepted").length).toBeGreaterThanOrEqual(counts.paidMin);
  expect(await findEarlyEnds(system)).toEqual([]);
  expect(await findFaults(system, load)).toEqual([]);
});

it("makes the finder speak when money moved twice, or something was given up early", async () => {
  const { databases, sandbox } = system;
  const [receipt] = sandbox.journal.ofKind("money-received");
  const [settled] = sandbox.journal.ofKind("send-settled");
  if (receipt === undefined || settled === undefined) throw new Error("No money moved");
  sandbox.journal.record(receipt);
  sandbox.journal.record(settled);
  const [completed] = await databases.payments.query<{ id: string }>(
    CompiledQuery.raw(`update events set event_type = 'PaymentFailed',
      data = data || '{"failedAt": "2026-11-21T10:00:00.000000Z"}'
      where event_id = (select event_id from events where event_type = 'PaymentCompleted' limit 1)
      returning stream_id::text as id`),
  );
  const [sent] = await databases.payouts.query<{ id: string }>(
    CompiledQuery.raw(`update attempts set state = 'rejected'
      where attempt_id = (select attempt_id from attempts where state = 'settled' limit 1)
      returning subject_id::text as id`),
  );
  const [swapped] = await databases.payouts.query<{ id: string }>(
    CompiledQuery.raw(`update attempts mine set natural_key = others.natural_key
      from attempts others where mine.subject_id = others.subject_id
        and mine.attempt_number = 3 - others.attempt_number and mine.state = 'rejected'
      returning mine.subject_id::text as id`),
  );
  const [open] = await databases.payments.query<{ id: string; key: string; state: string }>(
    CompiledQuery.raw(`update attempts set state = 'unknown'
      where attempt_id = (select attempt_id from attempts limit 1)
      returning subject_id::text as id, attempt_id::text as key, old.state`),
  );

  const found = (await findEarlyEnds(system)).join("\n");
  for (const finding of [
    `${receipt.key} was collected 2 times`,
    "was paid out 2 times",
    `${completed?.id} failed before its provider said so`,
    `${sent?.id} gave up its attempt 1`,
    `${swapped?.id} was sent again before the attempt before had failed`,
    `${open?.id} is still unknown`,
  ]) {
    expect(found).toContain(finding);
  }
  // Nothing may be under way at a provider that the settings behind this do not name.
  await databases.payments.query(
    CompiledQuery.raw("update attempts set state = $2 where attempt_id = $1", [
      open?.key,
      open?.state,
    ]),
  );
});

describe.each(someProviders(isLongRun()))("with %s in place of the sandbox's gateway", (name) => {
  const seed = announcedSeed(`the silences of ${name}`);
  const random = randomFrom(seed);
  let world: ProviderSystem;

  beforeAll(async () => {
    world = await takeOver(system, name);
  });
  afterAll(() => world.stop());

  it("collects and pays out once what it took in silence, while answers are lost, orders not found and services killed", {
    timeout: limits.testMs,
  }, async () => {
    const { provider } = world;
    provider.callbacks.change({ copies: 2, scatterMs: 100 });
    const went = silenceProvider(provider, random);
    const load = createLoad(system, {
      patienceMs: limits.finalWithinMs,
      multipleXof: 5n,
      manyNumbers: true,
    });
    const killing = (["payments", "payouts"] as const).map(async (service) => {
      for (let kill = 0; kill < ofProvider.kills; kill += 1) {
        await wait(random() * limits.killPauseMsMax);
        await world.killAndRestart(service);
      }
    });
    const purchases = times(ofProvider.collections, purchase);
    const sales = times(ofProvider.disbursements, sale);
    await createDeals(load, shuffled([...purchases, ...sales], random));
    await Promise.all(killing);
    const settledOf = (kind: "collection" | "disbursement") =>
      provider.book.orders(kind).filter(({ state }) => state === "settled").length;
    const isEnough = () =>
      went.has("hang") &&
      settledOf("collection") > ofProvider.collections / 10 &&
      settledOf("disbursement") > ofProvider.disbursements / 10;
    let left: readonly string[] = [];
    const isOver = async () => {
      left = await findLeft(system, load, await world.attempts());
      return left.length === 0;
    };
    // A kill can meet all that is under way, which then is a person's: what is dealt behind it moves.
    const { dealsBehind } = ofProvider;
    for (let round = 0; round === 0 || (round < limits.roundsMax && !isEnough()); round += 1) {
      await createDeals(load, [...times(dealsBehind, purchase), ...times(dealsBehind, sale)]);
      await eventually("everything has ended or is a person's", isOver, limits.finalWithinMs).catch(
        (error: unknown) => {
          throw new Error(left.slice(0, limits.shownMax).join("\n"), { cause: error });
        },
      );
      const [collected, paidOut] = [settledOf("collection"), settledOf("disbursement")];
      const moved = `${collected} collected, ${paidOut} paid out of ${load.deals.length} deals`;
      console.info(`${name}: ${JSON.stringify(Object.fromEntries(went))}, ${moved}`);
    }

    expect(went.get("hang")).toBeGreaterThan(0);
    expect(await world.findFaults()).toEqual([]);
    expect(settledOf("collection")).toBeGreaterThan(ofProvider.collections / 10);
    expect(settledOf("disbursement")).toBeGreaterThan(ofProvider.disbursements / 10);
    expect(load.journal.faults).toEqual([]);
  });
});

/** Kills a service at moments that the seed chose, while the load goes on, and starts it again. */
async function killAtTimes(name: Caller, random: () => number): Promise<void> {
  const pauses = Array.from({ length: counts.kills }, () => random() * limits.killPauseMsMax);
  for (const pauseMs of pauses) {
    await wait(pauseMs);
    await system.program(name).kill();
    await system.program(name).restart();
  }
}
