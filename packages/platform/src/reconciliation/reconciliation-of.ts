import type { StatementFacts } from "@sanu/contracts";
import type { ServiceBase } from "../foundation/service-base.ts";
import { measuredCalls } from "../telemetry/measured-calls.ts";
import { createReconciliation } from "./create-reconciliation.ts";
import type { ReconciliationConfig } from "./reconciliation-settings.ts";
import type { ReconciledAccount } from "./run-reconciliation.ts";
import type { StatementSource } from "./stage-statement.ts";

interface OpenStatements extends StatementSource {
  readonly close: () => Promise<void>;
}

/** Compares what moved on these accounts of a service with what their provider states. */
export function reconciliationOf<Settings>(
  facts: StatementFacts,
  openRail: (settings: Settings) => OpenStatements,
  accounts: readonly Omit<ReconciledAccount, "source">[],
) {
  return (
    base: ServiceBase,
    settings: Settings & { readonly statements: ReconciliationConfig },
  ) => {
    const rail = openRail(settings);
    const measured = measuredCalls(rail.provider, base.metrics.outsideCalls);
    const source: StatementSource = {
      provider: rail.provider,
      readPage: (query) => measured("statement", rail.readPage(query)),
    };
    const loop = createReconciliation({
      ...base,
      facts,
      accounts: accounts.map((account) => ({ ...account, source })),
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
  };
}
