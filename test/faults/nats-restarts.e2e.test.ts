import { adminUrl, isLongRun } from "@sanu/testing";
import { it } from "vitest";
import { outageTest } from "./outage-test.ts";
import { startOwnNats } from "./own-servers.ts";
import { serviceNames } from "./service-names.ts";

const restarts = isLongRun() ? 100 : 3;

const expectSurvival = outageTest({
  count: restarts,
  startServer: startOwnNats,
  system: (nats) => ({ databaseUrl: adminUrl(), natsUrl: nats.url, guard: nats.guard }),
  dependents: serviceNames,
  wellAgain: "NATS is back",
  takeDown: (nats) => nats.kill(),
});

it(
  `answers 2xx or an honest 503, and loses nothing, while NATS is killed ${restarts} times`,
  { timeout: isLongRun() ? 900_000 : 300_000 },
  () => expectSurvival(),
);
