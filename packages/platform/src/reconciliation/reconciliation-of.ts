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

interface OpenedAccount<Settings> extends Omit<ReconciledAccount, "source"> {
  readonly open: (settings: Settings) => OpenStatements;
}

/** Compares what moved on these accounts of a service with what the provider of each states. */
export function reconciliationOf<Settings>(
  facts: StatementFacts,
  accounts: readonly OpenedAccount<Settings>[],
) {
  return (
    base: ServiceBase,
    settings: Settings & { readonly statements: ReconciliationConfig },
  ) => {
    const opened = accounts.map(({ open, ...account }) => ({ account, rail: open(settings) }));
    const loop = createReconciliation({
      ...base,
      facts,
      accounts: opened.map(({ account, rail }) => ({ ...account, source: sourceOf(rail, base) })),
      config: settings.statements,
    });
    return {
      name: "reconciliation",
      start: loop.start,
      async stop() {
        await loop.stop();
        await Promise.all(opened.map(({ rail }) => rail.close()));
      },
    };
  };
}

function sourceOf(rail: OpenStatements, { metrics }: ServiceBase): StatementSource {
  const measured = measuredCalls(rail.provider, metrics.outsideCalls);
  return {
    provider: rail.provider,
    readPage: (query) => measured("statement", rail.readPage(query)),
  };
}
