import { publishingServices } from "@sanu/contracts";
import { isLongRun, testNatsUrl } from "@sanu/testing";
import { it } from "vitest";
import { outageTest } from "./outage-test.ts";
import { killWithChildren, startOwnPostgres } from "./own-servers.ts";

const restarts = isLongRun() ? 50 : 2;
/** The share of restarts in which all its processes die at once, without a word to anybody. */
const killedShare = 0.5;

const expectSurvival = outageTest({
  count: restarts,
  startServer: startOwnPostgres,
  system: (postgres) => ({ databaseUrl: postgres.url, natsUrl: testNatsUrl() }),
  dependents: publishingServices,
  wellAgain: "the log and the stream agree again; the service takes commands",
  takeDown: (postgres, choice) =>
    choice < killedShare ? killWithChildren(postgres) : postgres.stop("immediate"),
});

/** Tries deploy/runbooks/postgres-servers.md. */
it(
  `answers 2xx or an honest 503, and loses nothing, while Postgres is ended at once ${restarts} times`,
  { timeout: isLongRun() ? 900_000 : 300_000 },
  () => expectSurvival(),
);
