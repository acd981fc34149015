import { reactionGroups } from "@sanu/contracts";
import { listParked, type ParkedFact } from "@sanu/platform";
import { announcedSeed, eventually, fairNowMs, isLongRun, randomFrom } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { findFaults } from "./checker.ts";
import { awaitFinal, findUnfinished } from "./find-unfinished.ts";
import { createLoad, type Load } from "./load.ts";
import { startPacedLoad } from "./paced-load.ts";
import {
  endPoison,
  listSpoilt,
  mendSpoilt,
  plantPoison,
  poisons,
  reactingServices,
} from "./poison.ts";
import { provideRefundInvoices } from "./provide-refund-invoices.ts";
import { startSharedSystem } from "./shared-system.ts";

/** A purchase has six or seven facts; in the long run every service that reacts sees more than 2 000. */
const counts = isLongRun() ? { deals: 2_100, everyNth: 200 } : { deals: 150, everyNth: 40 };

const limits = {
  othersWithinMs: 30_000,
  metricsWithinMs: 15_000,
  finalWithinMs: isLongRun() ? 120_000 : 60_000,
  testMs: isLongRun() ? 600_000 : 240_000,
} as const;

const system = await startSharedSystem();

it("lets only their own aggregates wait for facts that nobody can handle, and replays them in order", {
  timeout: limits.testMs,
}, async () => {
  const seed = announcedSeed("this load");
  await plantPoison(system, counts.everyNth);
  const load = createLoad(system);
  const pace = { random: randomFrom(seed), dealsMax: counts.deals };
  await (await startPacedLoad(load, pace)).ended;
  const from = fairNowMs();
  await untilOnlyPoisonedWait(load);
  console.info(`${Math.round(fairNowMs() - from)} ms later only poisoned ones wait`);

  const { spoilt, parked } = await untilSpoiltAreParked();
  const idsOf = (cause: ParkedFact["cause"]) => idsBy(parked, cause);
  expect(new Set(spoilt.map(({ poison }) => poison))).toEqual(new Set(poisons));
  // How many facts a group hears in a short run is chance; no account, no provider's terms and no statement change under this load.
  const kindsLeast = isLongRun() ? poisons.length : 1;
  const fed = reactionGroups.filter(({ group }) => !/identity|connectors|statements/u.test(group));
  for (const { group } of fed) {
    const met = new Set(spoilt.filter((one) => one.group === group).map(({ poison }) => poison));
    expect({ group, hasMet: met.size >= kindsLeast }).toEqual({ group, hasMet: true });
  }
  const threw = [...idsOf("deterministic"), ...idsOf("transient")];
  expect(threw.length).toBeGreaterThan(0);
  console.info(
    `${spoilt.length} unreadable, ${threw.length} throw, ${idsOf("behind").length} behind`,
  );
  await expectVisible(parked);

  await endPoison(system);
  await mendSpoilt(system, spoilt);
  for (const { service, group } of reactionGroups) {
    console.info(`${group}: ${(await system.sanu("parked", "replay", service, group)).trim()}`);
  }
  await awaitFinal(system, load, limits.finalWithinMs);
  expect(await findFaults(system, load)).toEqual([]);
});

const idsBy = (parked: readonly ParkedFact[], cause: ParkedFact["cause"]) =>
  parked.filter((fact) => fact.cause === cause).map(({ factId }) => factId);

/** Exactly what was spoilt is parked as unreadable; refunds that follow can be spoilt a little later than the rest. */
async function untilSpoiltAreParked() {
  let found = { spoilt: await listSpoilt(system), parked: await listAllParked() };
  await eventually("what was spoilt is parked", async () => {
    found = { spoilt: await listSpoilt(system), parked: await listAllParked() };
    expect(idsBy(found.parked, "unreadable").toSorted()).toEqual(
      found.spoilt.map(({ factId }) => factId).toSorted(),
    );
    return true;
  });
  return found;
}

async function listAllParked(): Promise<readonly ParkedFact[]> {
  const all = reactingServices().map((service) => listParked(system.databases[service]));
  return (await Promise.all(all)).flat();
}

/** Waits until everything that is not as it should be belongs to a parked fact, or to the purchase it is about. */
async function untilOnlyPoisonedWait(load: Load): Promise<void> {
  let others: readonly string[] = [];
  await eventually(
    "only poisoned deals wait",
    async () => {
      await provideRefundInvoices(system, load);
      const parked = await listAllParked();
      const aggregates = new Set(parked.flatMap(({ lanes }) => lanes));
      // What says how much a float holds belongs to no deal, and waits alone.
      const waiting = [...aggregates, ...(await idsOfPurchases(aggregates))];
      others = (await findUnfinished(system, load)).filter(
        (text) => !waiting.some((id) => text.includes(id)),
      );
      return others.length === 0;
    },
    limits.othersWithinMs,
  ).catch((cause: unknown) => {
    throw new Error(`Others wait too:\n${others.slice(0, 20).join("\n")}`, { cause });
  });
}

/** All ids of the deals that have one of these: their own, their payment's, their payout's, their refunds'. */
async function idsOfPurchases(some: ReadonlySet<string>): Promise<readonly string[]> {
  const rows = await system.databases.transactions.query<{ ids: readonly string[] }>(
    CompiledQuery.raw(`select array_agg(distinct id) as ids from events,
      unnest(array[stream_id::text, data->>'paymentId', data->>'payoutId', data->>'refundId']) as id
      where id is not null group by stream_id`),
  );
  return rows.flatMap(({ ids }) => (ids.some((id) => some.has(id)) ? ids : []));
}

/** An operator sees what waits: in `sanu parked list` and in the metrics of each group. */
async function expectVisible(parked: readonly ParkedFact[]): Promise<void> {
  const listed = await system.sanu("parked", "list");
  for (const { factId, lanes, cause } of parked) {
    expect(listed).toMatch(new RegExp(`${factId} of ${lanes.join(" and ")}: ${cause}`));
  }
  for (const { service, group } of reactionGroups) {
    const isShown = async () => {
      const now = await listAllParked();
      const waiting = now.filter((fact) => fact.group === group).length;
      const page = await (await fetch(system.metricsUrl(service))).text();
      const line = new RegExp(`^sanu_consumer_parked\\{.*group="${group}".*\\} (\\d+)$`, "m");
      return line.exec(page)?.[1] === String(waiting);
    };
    await eventually(`the metrics of ${group} show it`, isShown, limits.metricsWithinMs);
  }
}
