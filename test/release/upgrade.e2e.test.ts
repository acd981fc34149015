import { readFileSync } from "node:fs";
import { join } from "node:path";
import { namespace, natsAuthorization } from "@sanu/contracts";
import { cloneFolder, type SupervisedProgram } from "@sanu/local-stack";
import { adminUrl, announcedSeed, createApiClient, randomFrom } from "@sanu/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFaults } from "../faults/checker.ts";
import { awaitFinal } from "../faults/find-unfinished.ts";
import { createLoad } from "../faults/load.ts";
import { guardedBy, newGuard } from "../faults/nats-guard.ts";
import type { Mix, Order } from "../faults/outcomes.ts";
import { type OwnNats, startOwnNats } from "../faults/own-servers.ts";
import { type PacedLoad, startPacedLoad } from "../faults/paced-load.ts";
import type { ServiceName } from "../faults/service-names.ts";
import { type FaultSystem, startFaultSystem } from "../faults/system.ts";
import { type Backend, type Balancer, startBalancer } from "./balancer.ts";
import { readReleases } from "./read-releases.ts";
import { takeRelease } from "./take-release.ts";

const limits = {
  takeMs: 300_000,
  testMs: 300_000,
  /** Twice as many requests, 50 a second: with most orders a read, and with each tenth an overview and a repetition. */
  ordersPerSecond: 25,
  readShare: 0.8,
  /** Of each service, before and behind each step. */
  replicas: 2,
} as const;

/** As if hours had gone by between the way back and the second way there: what was reported before is old by then. */
const settings = {
  transactions: { FLOAT_STALE_AFTER_MS: "1000" },
  payouts: { FLOAT_POLL_MS: "500", FLOAT_REPORT_MS: "500" },
  /** As long as the balancer takes to see it, and a connection lives. */
  "gateway-api": { GATEWAY_DRAIN_PAUSE_MS: "1500" },
} as const;

/** Short lives of connections, as proxies have them: only by that a gateway that stops is left before it closes. */
const connections = { maxRequestsPerClient: 4, keepAliveMaxTimeout: 500 } as const;

/** Who is asked is new before who asks; back again it is the other way round. */
const steps: readonly (readonly ServiceName[])[] = [
  ["identity"],
  ["transactions", "payments", "payouts"],
  ["gateway-api"],
];
const mix: Mix = {
  payers: ["pays at once", "is told twice", "approves"],
  receivers: ["settles at once", "settles slowly", "is an invoice", "is on the chain"],
  salesPart: 0,
};
const sale: Order = {
  seller: "pays at once",
  wallet: "takes XOF at once",
  place: "gets sats back at once",
};

interface Running extends Backend {
  readonly program: SupervisedProgram;
}

const changelog = readFileSync(join(cloneFolder, "CHANGELOG.md"), "utf8");
const [release] = readReleases(changelog);
const guard = { ...newGuard(), namespace: namespace("") };
const rightsIn = (folder: string) =>
  guardedBy(guard, readFileSync(join(folder, "deploy", "nats", "users.conf"), "utf8"));
const todaysAlone = () =>
  guardedBy(
    guard,
    natsAuthorization("", () => "$NATS_PASSWORD"),
  );

let folder: string;
let nats: OwnNats;
let system: FaultSystem;
let balancer: Balancer;
const running = new Map<ServiceName, Running[]>();

beforeAll(async () => {
  folder = await takeRelease(release?.commit ?? "");
  nats = await startOwnNats(guard, rightsIn(folder));
  balancer = await startBalancer();
  system = await startFaultSystem({
    databaseUrl: adminUrl(),
    natsUrl: nats.url,
    guard,
    settings,
    cloneOf: () => folder,
    streamsByCli: true,
  });
  for (const name of steps.flat()) {
    const program = system.program(name);
    const readyUrl = system.metricsUrl(name).replace("/metrics", "/readyz");
    const first = { program, readyUrl, port: portOf(system.apiUrl) };
    running.set(name, [first]);
    if (name === "gateway-api") balancer.add(first);
    for (let more = 1; more < limits.replicas; more += 1) await startOne(name, false);
  }
}, limits.takeMs);

afterAll(async () => {
  balancer?.close();
  await system?.stop();
  await nats?.remove();
});

/** Tries deploy/runbooks/upgrade.md. */
it(`goes from ${release?.version} to today, back, and again, one service after the other, and no request fails`, {
  timeout: limits.testMs,
}, async () => {
  const api = createApiClient(`https://localhost:${balancer.port}`, undefined, connections);
  const load = createLoad({ ...system, api });
  const random = randomFrom(announcedSeed("this load"));
  const { ordersPerSecond: perSecond, readShare } = limits;
  const paced: PacedLoad = await startPacedLoad(load, { random, perSecond, readShare, mix });
  const trySale = async (): Promise<void> => {
    await load.create(load.begin(await load.signUp(), sale));
  };

  await nats.reload(rightsIn(cloneFolder));
  await system.sanu("migrate");
  await system.sanu("streams", "apply");
  for (const names of steps) await Promise.all(names.map((name) => replace(name, true)));
  await trySale();
  for (const names of steps.toReversed()) {
    await Promise.all(names.map((name) => replace(name, false)));
  }
  await trySale();
  await Promise.all(steps.flat().map((name) => replace(name, true)));
  await nats.reload(todaysAlone());
  await trySale();
  await paced.stop();

  const { requests } = load.journal;
  console.info(`${requests.length} requests, ${paced.skipped()} moments without room for one`);
  expect(requests.filter(({ status }) => status === "none" || status >= 300)).toEqual([]);
  await awaitFinal(system, load);
  expect(await findFaults(system, load)).toEqual([]);
  await api.close();
});

/** New ones first, and when they are ready the old ones go: at no moment there are fewer. */
async function replace(name: ServiceName, byTree: boolean): Promise<void> {
  const old = running.get(name) ?? [];
  running.set(name, []);
  for (const one of old) {
    await startOne(name, byTree);
    await retire(one);
  }
}

async function startOne(name: ServiceName, isOfTree: boolean): Promise<void> {
  const cloneOf = isOfTree ? () => undefined : () => folder;
  const { program, metricsUrl, apiUrl } = await system.startReplica(name, {}, cloneOf);
  const readyUrl = metricsUrl.replace("/metrics", "/readyz");
  const started = { program, readyUrl, port: portOf(apiUrl) };
  running.get(name)?.push(started);
  if (name === "gateway-api") balancer.add(started);
}

async function retire(old: Running): Promise<void> {
  expect(await old.program.stop()).toMatchObject({ code: 0 });
  balancer.remove(old);
}

function portOf(url: string | undefined): number {
  return url === undefined ? 0 : Number(new URL(url).port);
}
