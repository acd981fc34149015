import {
  columnAwaited,
  type Metrics,
  measuredCalls,
  providerHealth,
  type ReadHealth,
  type ServiceBase,
} from "@sanu/platform";
import {
  type ChosenConnectors,
  type CollectionRail,
  type ConnectorSwitch,
  createSwitch,
} from "@sanu/rails";

/** What the settings name, in their order, with every call that leaves counted and timed. */
export function openCollectionRails(
  {
    connectors,
    providerTimeoutMs: callTimeoutMs,
  }: {
    readonly connectors: { readonly collection: ChosenConnectors<CollectionRail> };
    readonly providerTimeoutMs: number;
  },
  outsideCalls: Metrics["outsideCalls"],
  given?: readonly CollectionRail[],
): readonly CollectionRail[] {
  const rails = given ?? connectors.collection.open({ callTimeoutMs });
  return rails.map((rail) => measuredCollectionRail(rail, outsideCalls));
}

/** Which of them takes an order. */
export function collectionSwitch(
  { database }: Pick<ServiceBase, "database">,
  { disabled }: { readonly disabled: readonly string[] },
  rails: readonly CollectionRail[],
): ConnectorSwitch & { readonly measured: ReadHealth } {
  const first = rails[0]?.provider ?? "";
  const { recent: health, measured } = providerHealth(database, { kind: "collection", first });
  const isRecorded = columnAwaited(database, "attempts", "provider");
  return {
    ...createSwitch(rails, { disabled, health, isRecorded }),
    measured,
  };
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
