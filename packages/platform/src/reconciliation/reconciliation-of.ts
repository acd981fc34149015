import type { StatementFacts } from "@sanu/contracts";
import type { ServiceBase } from "../foundation/service-base.ts";
import { measuredCalls } from "../telemetry/measured-calls.ts";
import type { BookedQueries } from "./compare-period.ts";
import { createReconciliation } from "./create-reconciliation.ts";
import type { ReconciliationConfig } from "./reconciliation-settings.ts";
import type { ReconciledAccount } from "./run-reconciliation.ts";
import type { StatementSource } from "./stage-statement.ts";

interface OpenStatements extends StatementSource {
  readonly close: () => Promise<void>;
}

/** The statements of one provider, and what our log says that it moved. */
interface ComparedStatements {
  readonly rail: OpenStatements;
  readonly booked: BookedQueries;
}

interface OpenedAccount<Settings> extends Omit<ReconciledAccount, "source" | "booked"> {
  readonly open: (
    settings: Settings,
    base: Pick<ServiceBase, "database">,
  ) => readonly ComparedStatements[];
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
    const opened = accounts.flatMap(({ open, ...account }) =>
      open(settings, base).map((compared, at) => ({ ...account, ...compared, isFirst: at === 0 })),
    );
    const loop = createReconciliation({
      ...base,
      facts,
      accounts: opened.map(({ account, rail, isFirst, matchBy, booked }) => ({
        account: isFirst ? account : `${account}/${rail.provider}`,
        matchBy,
        booked,
        source: sourceOf(rail, account, base),
      })),
      config: settings.statements,
    });
    return {
      name: "reconciliation",
      start: loop.start,
      drain: loop.drain,
      async stop() {
        await loop.stop();
        await Promise.all(opened.map(({ rail }) => rail.close()));
      },
    };
  };
}

function sourceOf(
  rail: OpenStatements,
  account: string,
  { metrics }: ServiceBase,
): StatementSource {
  const measured = measuredCalls(rail.provider, metrics.outsideCalls);
  return {
    provider: rail.provider,
    readPage: (query) => measured("statement", rail.readPage({ ...query, account })),
  };
}
