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
} from "@sanu/rails";

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
  return openConnectors({
    chosen,
    callTimeoutMs,
    given,
    measured: (rail) => measuredCollectionRail(rail, outsideCalls),
    sources: switchSources(database, of),
  });
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
