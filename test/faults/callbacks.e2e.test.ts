import type { Payment } from "@sanu/sandbox";
import {
  type ApiClient,
  announcedSeed,
  createApiClient,
  eventually,
  isLongRun,
  randomFrom,
  shuffled,
  startCallbackForwarder,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claimOfPayment, documented, type MixedCallback, withoutEffect } from "./callback-mix.ts";
import { findFaults } from "./checker.ts";
import { countEvents, newSince, once } from "./count-events.ts";
import { createDeals, times } from "./create-deals.ts";
import { deliverTo } from "./deliver-callbacks.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createLoad } from "./load.ts";
import { startPacedLoad } from "./paced-load.ts";
import {
  answersAllowed,
  callbackAbout,
  liesAbout,
  type ProviderCallback,
} from "./provider-lies.ts";
import { type ProviderSystem, takeOver } from "./provider-system.ts";
import { startSharedSystem } from "./shared-system.ts";
import { someProviders } from "./some-providers.ts";

const counts = isLongRun() ? { paid: 2_000, few: 100 } : { paid: 100, few: 10 };

/** Ten lies about each that is not paid, seven where nobody signs. */
const ofProvider = isLongRun()
  ? { paid: 2_000, unpaid: 200, liedAboutOneIn: 10, liesMin: 1_000 }
  : { paid: 20, unpaid: 2, liedAboutOneIn: 10, liesMin: 10 };

const limits = {
  copies: 5,
  /** Payments that are paid at the same moment, whose callbacks then come in any order. */
  wave: 100,
  /** One callback in so many also comes in forms that may have no effect. */
  mixedOneIn: 10,
  initiatedWithinMs: 60_000,
  finalWithinMs: 120_000,
  testMs: isLongRun() ? 600_000 : 240_000,
} as const;

const ends = ["PaymentCompleted", "PaymentFailed", "PaymentDiscrepancyFound"] as const;

const system = await startSharedSystem({ delays: { expireMs: 3_600_000 } });
const { apiUrl = "" } = await system.startReplica("gateway-api");
const gateways: readonly ApiClient[] = [createApiClient(system.apiUrl), createApiClient(apiUrl)];
const deliver = (callbacks: readonly MixedCallback[], random: () => number) =>
  deliverTo(gateways, "/webhooks/sandbox", {
    callbacks,
    random,
    allowed: (kind) => [documented[kind]],
  });

const held = await startCallbackForwarder(() => []);
system.sandbox.callbacks.change({ url: held.url });

afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await held.close();
});

it("moves each of many payments once, however often, late and mixed up its callbacks come to two gateways", {
  timeout: limits.testMs,
}, async () => {
  const seed = announcedSeed("this order of callbacks");
  const random = randomFrom(seed);
  const load = createLoad(system);
  const [person, secret] = [await load.signUp(), system.secrets.get("the callback secret") ?? ""];
  const order = async (payer: "pays less when told" | "declines when told") => {
    const purchases = Array.from({ length: counts.few }, () =>
      load.begin(person, { payer, receiver: "settles at once" }),
    );
    for (const purchase of purchases) await load.create(purchase);
  };
  await order("pays less when told");
  await order("declines when told");
  const mix = { payers: ["pays when told"], receivers: ["settles at once"], salesPart: 0 } as const;
  await (await startPacedLoad(load, { random, mix, dealsMax: counts.paid })).ended;
  const { full, less, unpaid } = await initiated();
  const { payments, payouts, transactions } = system.databases;

  const { gateway } = system.sandbox;
  const late: MixedCallback[] = [];
  for (let from = 0; from < full.length; from += limits.wave) {
    const paid = full.slice(from, from + limits.wave);
    const callbacks = await callbacksOf(paid, (payment) => gateway.receive(payment));
    const mixed = callbacks.filter((_, index) => index % limits.mixedOneIn === 0);
    await deliver(
      shuffled(
        [
          ...callbacks.flatMap((one) => Array<MixedCallback>(limits.copies - 1).fill(one)),
          ...mixed.flatMap((one) => withoutEffect(one, secret)),
        ],
        random,
      ),
      random,
    );
    late.push(...callbacks);
  }
  const otherAmounts = await callbacksOf(less, (payment) =>
    gateway.receive(payment, payment.amountXof - 1n),
  );
  const lies = unpaid.map((payment) => claimOfPayment(payment, secret));
  await deliver(shuffled([...late, ...otherAmounts, ...otherAmounts, ...lies], random), random);
  expect(await countEvents(payments, ...ends)).toEqual({
    PaymentCompleted: once(counts.paid),
    PaymentDiscrepancyFound: once(counts.few),
  });
  const obeyed = await payments.query(
    CompiledQuery.raw("select distinct payment_id from callbacks"),
  );
  expect(obeyed.length).toBeGreaterThan(counts.paid / 2);

  const refusals = await callbacksOf(unpaid, (payment) => gateway.fail(payment, "declined"));
  await deliver(shuffled([...refusals, ...refusals], random), random);
  await awaitFinal(system, load, limits.finalWithinMs);
  expect(await countEvents(payments, ...ends)).toEqual({
    PaymentCompleted: once(counts.paid),
    PaymentDiscrepancyFound: once(counts.few),
    PaymentFailed: once(counts.few),
  });
  expect(await countEvents(transactions, "TransactionPaid", "TransactionCompleted")).toEqual({
    TransactionPaid: once(counts.paid),
    TransactionCompleted: once(counts.paid),
  });
  expect(await countEvents(payouts, "PayoutRequested", "PayoutSettled")).toEqual({
    PayoutRequested: once(counts.paid),
    PayoutSettled: once(counts.paid),
  });
  expect(await findFaults(system, load)).toEqual([]);
});

/** Waits until the provider has every order, and returns the payments by what their payers will do. */
async function initiated() {
  const all = counts.paid + 2 * counts.few;
  const text = "select 1 from events where event_type = 'PaymentInitiated'";
  await eventually(
    "every order is with the provider",
    async () => (await system.databases.payments.query(CompiledQuery.raw(text))).length === all,
    limits.initiatedWithinMs,
  );
  const byEnding = Map.groupBy(system.sandbox.payments.all(), ({ payerNumber }) =>
    payerNumber.slice(-3),
  );
  const of = (ending: string): readonly Payment[] => byEnding.get(ending) ?? [];
  return { full: of("116"), less: of("117"), unpaid: of("118") };
}

/** What the provider sends when money comes or somebody declines, as it signed it: one callback for each. */
async function callbacksOf(
  payments: readonly Payment[],
  happens: (payment: Payment) => void,
): Promise<readonly MixedCallback[]> {
  const before = held.sent.length;
  for (const payment of payments) happens(payment);
  await eventually(
    "the provider has sent its callbacks",
    () => held.sent.length - before === payments.length,
  );
  return held.sent.slice(before).map((sent) => ({ ...sent, kind: "genuine" as const }));
}

describe.each(someProviders(isLongRun()))("with %s in place of the sandbox's gateway", (name) => {
  const random = randomFrom(announcedSeed(`the callbacks of ${name}`));
  let world: ProviderSystem;

  beforeAll(async () => {
    world = await takeOver(system, name);
    // The test brings them, as often and in the order that it likes.
    world.provider.callbacks.change({ copies: 0 });
  });
  afterAll(() => world.stop());

  it("moves each of many payments once, however often, mixed up and mendacious its callbacks come to two gateways", {
    timeout: limits.testMs,
  }, async () => {
    const { provider, stranger } = world;
    const load = createLoad(system, { multipleXof: 5n });
    const before = await countAll();
    await createDeals(load, [
      ...times(ofProvider.paid, { payer: "pays when told", receiver: "settles at once" }),
      ...times(ofProvider.unpaid, { payer: "declines when told", receiver: "settles at once" }),
    ]);
    const askedAll = () => {
      const open = provider.book.orders("collection").filter(({ state }) => state === "pending");
      return open.length === ofProvider.paid + ofProvider.unpaid && open;
    };
    const asks = "the provider asks every payer";
    const orders = await eventually(asks, askedAll, limits.initiatedWithinMs);
    const payers = Map.groupBy(orders, ({ number }) => number.slice(-3));
    const [paying, declining] = [payers.get("116") ?? [], payers.get("118") ?? []];
    expect([paying.length, declining.length]).toEqual([ofProvider.paid, ofProvider.unpaid]);
    const deliverAll = (callbacks: readonly ProviderCallback[]) =>
      deliverTo(gateways, `/webhooks/${name}`, {
        callbacks: shuffled(callbacks, random),
        random,
        allowed: answersAllowed(callbacks),
      });

    const untold = declining.values();
    let lied = 0;
    for (let from = 0; from < paying.length; from += limits.wave) {
      const paid = paying.slice(from, from + limits.wave).map(provider.book.settle);
      const genuine = paid.flatMap((order) => callbackAbout(provider, order) ?? []);
      expect(genuine).toHaveLength(paid.length);
      const lies = paid.flatMap((order, index) => {
        const unpaid = index % ofProvider.liedAboutOneIn === 0 ? untold.next().value : undefined;
        return unpaid ? liesAbout([provider, stranger], { unpaid, paid: order }) : [];
      });
      lied += lies.length;
      await deliverAll([...Array.from({ length: limits.copies }, () => genuine).flat(), ...lies]);
    }
    expect(untold.next().done).toBe(true);
    expect(lied).toBeGreaterThanOrEqual(ofProvider.liesMin);
    const isCompleted = async () => {
      const { PaymentCompleted: completed } = newSince(before, await countAll());
      return (completed?.events ?? 0) >= ofProvider.paid;
    };
    await eventually("what was paid is completed", isCompleted, limits.finalWithinMs);
    expect(newSince(before, await countAll())).not.toHaveProperty("PaymentFailed");

    const declined = declining.map((order) => provider.book.fail(order, "declined"));
    const refusals = declined.flatMap((order) => callbackAbout(provider, order) ?? []);
    await deliverAll([...refusals, ...refusals]);
    await awaitFinal(system, load, limits.finalWithinMs);
    expect(newSince(before, await countAll())).toEqual({
      PaymentCompleted: once(ofProvider.paid),
      PaymentFailed: once(ofProvider.unpaid),
      TransactionPaid: once(ofProvider.paid),
      TransactionCompleted: once(ofProvider.paid),
      PayoutRequested: once(ofProvider.paid),
      PayoutSettled: once(ofProvider.paid),
    });
    expect(await world.findFaults()).toEqual([]);
    expect(load.journal.faults).toEqual([]);
  });
});

/** What every payment, transaction and payout has come to. */
async function countAll() {
  const { payments, transactions, payouts } = system.databases;
  return {
    ...(await countEvents(payments, ...ends)),
    ...(await countEvents(transactions, "TransactionPaid", "TransactionCompleted")),
    ...(await countEvents(payouts, "PayoutRequested", "PayoutSettled")),
  };
}
