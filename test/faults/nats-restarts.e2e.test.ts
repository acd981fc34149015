import { adminUrl, isLongRun } from "@sanu/testing";
import { itSurvives } from "./outage-test.ts";
import { startOwnNats } from "./own-servers.ts";
import { serviceNames } from "./service-names.ts";

const restarts = isLongRun() ? 100 : 10;

itSurvives(
  `answers 2xx or an honest 503, and loses nothing, while NATS is killed ${restarts} times`,
  {
    count: restarts,
    timeoutMs: isLongRun() ? 900_000 : 300_000,
    startServer: startOwnNats,
    system: (nats) => ({ databaseUrl: adminUrl(), natsUrl: nats.url, guard: nats.guard }),
    dependents: serviceNames,
    wellAgain: "NATS is back",
    takeDown: (nats) => nats.kill(),
  },
);
