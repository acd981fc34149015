import { paymentsStatementFacts } from "@sanu/contracts";
import { createTestDatabase, eventually } from "@sanu/testing";
import { afterAll, it } from "vitest";
import { attemptTables } from "../attempts/tables.ts";
import { createSchema } from "../database/migration.ts";
import { openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { createGate } from "../event-store/gate.ts";
import { createLogger } from "../logger/create-logger.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createReconciliation } from "./create-reconciliation.ts";
import { ownAccounts, reconciliationTables } from "./tables.ts";

const hourMs = 3_600_000;
const made = await createTestDatabase("never_compared", {
  "0001-initial": createSchema(platformTables, attemptTables, reconciliationTables),
  "0002-own-accounts": ownAccounts,
});
const database = openDatabase({ url: made.url, poolMax: 2, applicationName: "test" });
afterAll(async () => {
  await database.close();
  await made.drop();
});

it("grows old, and so is told of, where the statement of a new account can never be read", async () => {
  const metrics = createMetrics("test");
  let pagesAsked = 0;
  const reconciliation = createReconciliation({
    database,
    gate: createGate(),
    wakeRelay: () => undefined,
    logger: createLogger({ service: "test", level: "silent" }),
    metrics,
    facts: paymentsStatementFacts,
    accounts: [
      {
        account: "collections",
        matchBy: "keys",
        booked: { first: "", settled: "", named: "" },
        source: {
          provider: "new",
          async readPage() {
            pagesAsked += 1;
            return { kind: "unknown", cause: "unauthorized" };
          },
        },
      },
    ],
    config: {
      terms: { graceMs: 0, recheckMs: hourMs },
      times: { everyMs: hourMs, recheckEveryMs: 24 * hourMs },
      pollMs: 50,
      linesKeptMs: hourMs,
    },
  });
  reconciliation.start();
  await eventually("it is late by a second", async () => {
    const { text } = await metrics.scrape();
    const [, age] = /^sanu_statement_compared_age_seconds\S* (\S+)$/m.exec(text) ?? [];
    return pagesAsked > 0 && Number(age) > 1;
  });
  await reconciliation.stop();
  metrics.close();
});
