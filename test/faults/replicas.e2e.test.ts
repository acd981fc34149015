import { setTimeout as wait } from "node:timers/promises";
import { type PublishingService, publishingServices } from "@sanu/contracts";
import { announcedSeed, isLongRun, randomFrom } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { findFaults } from "./checker.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createLoad } from "./load.ts";
import { startOwnNats } from "./own-servers.ts";
import { startPacedLoad } from "./paced-load.ts";
import { type OneOfTwo, readSeries, startReplicas } from "./replicas.ts";
import { type ServiceName, serviceNames } from "./service-names.ts";
import { startSharedSystem } from "./shared-system.ts";
import { addLogins, dropLogins, joined, twoGenerations } from "./two-generations.ts";

const limits = {
  /** In each half: with both processes of every service, and while one of each is killed. */
  deals: isLongRun() ? 1_000 : 60,
  /** Each process does at least this part of every kind of work. */
  partMin: 1 / 10,
  killEveryMs: isLongRun() ? 4_000 : 500,
  testMs: 300_000,
} as const;

const handled = "sanu_consumer_handled_total";
const served = ["sanu_service_request_seconds_count", 'side="server"'] as const;
const called = ["sanu_outside_call_seconds_count", 'operation="'] as const;

/** Every kind of work that the processes of a service share: the series that counts it, and a label. */
const work: Readonly<Record<ServiceName, readonly (readonly [series: string, label: string])[]>> = {
  "gateway-api": [["sanu_http_request_seconds_count", 'route="']],
  identity: [served],
  transactions: [
    served,
    [handled, 'group="transactions-from-payments"'],
    [handled, 'group="transactions-from-payouts"'],
  ],
  payments: [served, [handled, 'group="payments-from-transactions"'], called],
  payouts: [[handled, 'group="payouts-from-transactions"'], called],
};

// The second processes are those behind a rotation of every secret: other keys, and other logins of database and NATS.
const { before, after } = twoGenerations();
const nats = await startOwnNats();
afterAll(() => nats.remove());
afterAll(() => dropLogins(system.databaseUrlOf));
const system = await startSharedSystem({
  natsUrl: nats.url,
  guard: nats.guard,
  settings: before,
});
const logins = await addLogins(system.databaseUrlOf);
const replicas = await startReplicas(system, joined(after, logins));

/** Tries deploy/runbooks/rotate-secrets.md in the moment in which both generations work. */
it("shares every kind of work between two processes with old and new secrets and logins, and one goes on alone, without a double effect", {
  timeout: limits.testMs,
}, async () => {
  const seed = announcedSeed("this load");
  const pace = { random: randomFrom(seed), dealsMax: limits.deals };
  const load = createLoad({ ...system, api: replicas.api });
  await (await startPacedLoad(load, pace)).ended;
  // Answers come before the work behind them is done.
  await awaitFinal(system, load);

  const parts = await Promise.all(serviceNames.map(partsOf));
  console.info(
    parts
      .flat()
      .map(({ text }) => text)
      .join("\n"),
  );
  // What nobody does has no parts, and is no proof either.
  expect(parts.flat().filter(({ part }) => !(part >= limits.partMin))).toEqual([]);

  const leaders = new Map<PublishingService, OneOfTwo>();
  for (const name of publishingServices) leaders.set(name, await onlyLeaderOf(name));
  const second = await startPacedLoad(load, pace);
  for (const name of serviceNames) {
    await wait(limits.killEveryMs);
    const victim = leaders.get(name as PublishingService) ?? replicas.of(name)[0];
    await victim.program.kill();
  }
  await load.signUp();
  await second.ended;
  await awaitFinal(system, load);

  for (const [name, leader] of leaders) {
    const heir = replicas.of(name).find(({ metricsUrl }) => metricsUrl !== leader.metricsUrl);
    if (heir === undefined) throw new Error(`${name} has no heir`);
    expect(await readSeries(heir, "sanu_relay_leading")).toBe(1);
    expect(await readSeries(heir, "sanu_relay_published_total")).toBeGreaterThan(0);
  }
  expect(await findFaults(system, load)).toEqual([]);
});

/** What part of each kind of a service's work the process did that did less of it. */
async function partsOf(name: ServiceName) {
  return Promise.all(
    work[name].map(async ([series, label]) => {
      const [one, other] = await Promise.all(
        replicas.of(name).map((process) => readSeries(process, series, label)),
      );
      const part = Math.min(one ?? 0, other ?? 0) / ((one ?? 0) + (other ?? 0));
      return { part, text: `${name} ${series} ${label}: ${one} and ${other}` };
    }),
  );
}

/** The one process whose relay publishes; the other has published nothing. */
async function onlyLeaderOf(name: PublishingService): Promise<OneOfTwo> {
  const [one, other] = replicas.of(name);
  const isLeading = await readSeries(one, "sanu_relay_leading");
  const [leader, idle] = isLeading === 1 ? [one, other] : [other, one];
  expect(await readSeries(leader, "sanu_relay_leading")).toBe(1);
  expect(await readSeries(idle, "sanu_relay_leading")).toBe(0);
  expect(await readSeries(idle, "sanu_relay_published_total")).toBe(0);
  return leader;
}
