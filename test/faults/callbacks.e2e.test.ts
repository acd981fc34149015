import type { Database } from "@sanu/platform";
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
import { afterAll, expect, it } from "vitest";
import { claimOfPayment, documented, type MixedCallback, withoutEffect } from "./callback-mix.ts";
import { findFaults } from "./checker.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createLoad } from "./load.ts";
import { startPacedLoad } from "./paced-load.ts";
import { startSharedSystem } from "./shared-system.ts";

const counts = isLongRun() ? { paid: 2_000, few: 100 } : { paid: 100, few: 10 };

const limits = {
  copies: 5,
  /** Payments that are paid at the same moment, whose callbacks then come in any order. */
  wave: 100,
  /** One callback in so many also comes in forms that may have no effect. */
  mixedOneIn: 10,
  /** Under way at each gateway. */
  concurrency: 24,
  initiatedWithinMs: 60_000,
  finalWithinMs: 120_000,
  testMs: isLongRun() ? 600_000 : 240_000,
} as const;

const ends = ["PaymentCompleted", "PaymentFailed", "PaymentDiscrepancyFound"] as const;

const system = await startSharedSystem({ delays: { expireMs: 3_600_000 } });
const { apiUrl = "" } = await system.startReplica("gateway-api");
const gateways: readonly ApiClient[] = [createApiClient(system.apiUrl), createApiClient(apiUrl)];
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

/** Delivers to the two gateways at the same time, each callback to either; every answer is the documented one. */
async function deliver(callbacks: readonly MixedCallback[], random: () => number): Promise<void> {
  const queues = Map.groupBy(callbacks, () => Math.floor(random() * gateways.length));
  const wrong: string[] = [];
  const work = async (queue: MixedCallback[], gateway: ApiClient): Promise<void> => {
    for (let callback = queue.pop(); callback !== undefined; callback = queue.pop()) {
      const { status } = await gateway.call("POST", "/webhooks/sandbox", {
        headers: callback.headers,
        rawBody: callback.body,
      });
      if (status !== documented[callback.kind]) wrong.push(`${callback.kind}: ${status}`);
    }
  };
  await Promise.all(
    gateways.flatMap((gateway, index) => {
      const queue = queues.get(index) ?? [];
      return Array.from({ length: limits.concurrency }, () => work(queue, gateway));
    }),
  );
  expect(wrong).toEqual([]);
}

const eventsText = `
select event_type as type, count(*)::int as events, count(distinct stream_id)::int as streams
from events group by event_type`;

/** How often each of these events happened, and to how many aggregates. */
async function countEvents(
  database: Database,
  ...types: readonly string[]
): Promise<Readonly<Record<string, { readonly events: number; readonly streams: number }>>> {
  const rows = await database.query<{ type: string; events: number; streams: number }>(
    CompiledQuery.raw(eventsText),
  );
  const found = rows.filter(({ type }) => types.includes(type));
  return Object.fromEntries(found.map(({ type, events, streams }) => [type, { events, streams }]));
}

const once = (count: number) => ({ events: count, streams: count });
