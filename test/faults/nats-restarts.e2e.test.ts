import { adminUrl, isLongRun, testSeed } from "@sanu/testing";
import { afterAll, beforeAll, it } from "vitest";
import { expectToSurvive } from "./outages.ts";
import { type OwnNats, startOwnNats } from "./own-servers.ts";
import { serviceNames } from "./service-names.ts";
import { type FaultSystem, startFaultSystem } from "./system.ts";

const limits = {
  restarts: isLongRun() ? 100 : 10,
  testMs: isLongRun() ? 900_000 : 300_000,
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

it(`answers 2xx or an honest 503, and loses nothing, while NATS is killed ${limits.restarts} times`, {
  timeout: limits.testMs,
}, async () => {
  const seed = testSeed();
  console.info(`SANU_TEST_SEED=${seed} replays these restarts`);
  await expectToSurvive(system, {
    count: limits.restarts,
    seed,
    dependents: serviceNames,
    wellAgain: "NATS is back",
    takeDown: nats.kill,
    bringBack: nats.restart,
  });
});
