import { rmSync } from "node:fs";
import { adminUrl, isLongRun, testSeed } from "@sanu/testing";
import { afterAll, beforeAll, it } from "vitest";
import { expectToSurvive } from "./outages.ts";
import { type OwnNats, startOwnNats } from "./own-servers.ts";
import { serviceNames } from "./service-names.ts";
import { type FaultSystem, startFaultSystem } from "./system.ts";

const limits = {
  losses: isLongRun() ? 20 : 1,
  testMs: isLongRun() ? 600_000 : 120_000,
} as const;

let nats: OwnNats;
let system: FaultSystem;

beforeAll(async () => {
  nats = await startOwnNats();
  system = await startFaultSystem({
    databaseUrl: adminUrl(),
    natsUrl: nats.url,
    guard: nats.guard,
  });
});

afterAll(async () => {
  await system?.stop();
  await nats?.remove();
});

it(`fills JetStream again, and reacts to each fact once, when all its data is deleted, times: ${limits.losses}`, {
  timeout: limits.testMs,
}, async () => {
  const seed = testSeed();
  console.info(`SANU_TEST_SEED=${seed} replays these losses`);
  await expectToSurvive(system, {
    count: limits.losses,
    seed,
    dependents: serviceNames,
    wellAgain: "NATS is back",
    async takeDown() {
      await nats.kill();
      rmSync(nats.storeDir, { recursive: true });
    },
    bringBack: nats.restart,
  });
});
