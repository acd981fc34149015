import { publishingServices } from "@sanu/contracts";
import { isLongRun, testNatsUrl, testSeed } from "@sanu/testing";
import { afterAll, beforeAll, it } from "vitest";
import { expectToSurvive } from "./outages.ts";
import { killWithChildren, type OwnPostgres, startOwnPostgres } from "./own-servers.ts";
import { type FaultSystem, startFaultSystem } from "./system.ts";

const limits = {
  restarts: isLongRun() ? 50 : 10,
  /** The share of restarts in which all its processes die at once, without a word to anybody. */
  killedShare: 0.5,
  testMs: isLongRun() ? 900_000 : 300_000,
} as const;

let postgres: OwnPostgres;
let system: FaultSystem;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  system = await startFaultSystem({ databaseUrl: postgres.url, natsUrl: testNatsUrl() });
});

afterAll(async () => {
  await system?.stop();
  await postgres?.remove();
});

it(`answers 2xx or an honest 503, and loses nothing, while Postgres is ended at once ${limits.restarts} times`, {
  timeout: limits.testMs,
}, async () => {
  const seed = testSeed();
  console.info(`SANU_TEST_SEED=${seed} replays these restarts`);
  await expectToSurvive(system, {
    count: limits.restarts,
    seed,
    dependents: publishingServices,
    wellAgain: "the log and the stream agree again; the service takes commands",
    takeDown: (choice) =>
      choice < limits.killedShare ? killWithChildren(postgres) : postgres.stop("immediate"),
    bringBack: postgres.restart,
  });
});
