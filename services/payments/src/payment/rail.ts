import {
  type ListedConnectors,
  type Metrics,
  measuredCalls,
  type ServiceBase,
  switchSources,
} from "@sanu/platform";
import {
  type ChosenConnectors,
  type CollectionRail,
  type ConnectorSwitch,
  openConnectors,
  type Receipt,
} from "@sanu/rails";
import { payerTable } from "../database/payer-number.ts";

/** Who collects, and which of them takes an order. */
export function openCollections(
  { database, metrics: { outsideCalls } }: Pick<ServiceBase, "database" | "metrics">,
  config: {
    readonly connectors: { readonly collection: ChosenConnectors<CollectionRail> };
    readonly providerTimeoutMs: number;
    readonly connectorTermsKeptMs: number;
  },
  given?: readonly CollectionRail[],
): {
  readonly rails: readonly CollectionRail[];
  readonly connectors: ConnectorSwitch & ListedConnectors;
} {
  const { providerTimeoutMs: callTimeoutMs, connectorTermsKeptMs: termsKeptMs } = config;
  const { collection: chosen } = config.connectors;
  const of = { kind: "collection", disabled: chosen.disabled, termsKeptMs } as const;
  const isPayerKept = payerTable(database);
  return openConnectors({
    chosen,
    callTimeoutMs,
    given,
    measured: (rail) => namingPayers(measuredCollectionRail(rail, outsideCalls), isPayerKept),
    sources: switchSources(database, of),
  });
}

/** On a schema of the release before, which keeps no payer, nobody is named. */
function namingPayers(rail: CollectionRail, isPayerKept: () => Promise<boolean>): CollectionRail {
  return {
    ...rail,
    async status(query) {
      const status = await rail.status(query);
      if (status.kind !== "completed" || (await isPayerKept())) return status;
      const [first, ...others] = status.receipts;
      return { ...status, receipts: [unnamed(first), ...others.map(unnamed)] };
    },
  };
}

function unnamed(receipt: Receipt): Receipt {
  const { payerNumber: _payerNumber, ...known } = receipt;
  return known;
}

/** The same rail; every call that leaves is counted and timed by its outcome. */
function measuredCollectionRail(
  rail: CollectionRail,
  outsideCalls: Metrics["outsideCalls"],
): CollectionRail {
  const { cancel } = rail;
  const measured = measuredCalls(rail.provider, outsideCalls);
  return {
    ...rail,
    initiate: (order) => measured("initiate", rail.initiate(order)),
    status: (query) => measured("status", rail.status(query)),
    cancel: cancel === null ? null : (query) => measured("cancel", cancel(query)),
    refund: (order) => measured("refund", rail.refund(order)),
    refundStatus: (query) => measured("refund-status", rail.refundStatus(query)),
  };
}
