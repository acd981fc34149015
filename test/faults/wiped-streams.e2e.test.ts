import { rmSync } from "node:fs";
import { adminUrl, isLongRun } from "@sanu/testing";
import { it } from "vitest";
import { outageTest } from "./outage-test.ts";
import { startOwnNats } from "./own-servers.ts";
import { serviceNames } from "./service-names.ts";

const losses = isLongRun() ? 20 : 1;

const expectSurvival = outageTest({
  count: losses,
  startServer: startOwnNats,
  system: (nats) => ({ databaseUrl: adminUrl(), natsUrl: nats.url, guard: nats.guard }),
  dependents: serviceNames,
  wellAgain: "NATS is back",
  async takeDown(nats) {
    await nats.kill();
    rmSync(nats.storeDir, { recursive: true });
  },
});

/** Tries deploy/runbooks/broker-lost.md. */
it(
  `fills JetStream again, and reacts to each fact once, when all its data is deleted, times: ${losses}`,
  { timeout: isLongRun() ? 600_000 : 120_000 },
  () => expectSurvival(),
);
