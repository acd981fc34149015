import { paymentsStatementFacts } from "@sanu/contracts";
import {
  createReconciliation,
  measuredCalls,
  type ReconciliationConfig,
  type ServiceBase,
} from "@sanu/platform";
import { createSandboxStatementRail, type StatementRail } from "@sanu/rails";
import { bookedCaptures, bookedCollections } from "./booked-movements.ts";

interface StatementSettings {
  readonly statementRail: "sandbox";
  readonly statements: ReconciliationConfig;
  readonly sandboxUrl: string;
  readonly providerTimeoutMs: number;
}

/** Compares what collections, refunds and captures did to our accounts with what their providers state. */
export function openStatements(base: ServiceBase, settings: StatementSettings) {
  const rail = statementRailOf(settings);
  const measured = measuredCalls(rail.provider, base.metrics.outsideCalls);
  const source: Pick<StatementRail, "provider" | "readPage"> = {
    provider: rail.provider,
    readPage: (query) => measured("statement", rail.readPage(query)),
  };
  const loop = createReconciliation({
    ...base,
    facts: paymentsStatementFacts,
    accounts: [
      { account: "collections", matchBy: "receipts", source, booked: bookedCollections },
      { account: "node-in", matchBy: "keys", source, booked: bookedCaptures },
    ],
    config: settings.statements,
  });
  return {
    name: "reconciliation",
    start: loop.start,
    async stop() {
      await loop.stop();
      await rail.close();
    },
  };
}

function statementRailOf(settings: StatementSettings): StatementRail {
  switch (settings.statementRail) {
    case "sandbox":
      return createSandboxStatementRail({
        baseUrl: settings.sandboxUrl,
        callTimeoutMs: settings.providerTimeoutMs,
      });
  }
}
