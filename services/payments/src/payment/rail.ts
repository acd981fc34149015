import { type Metrics, measuredCalls } from "@sanu/platform";
import type { CollectionRail } from "@sanu/rails";

/** The same rail; every call that leaves is counted and timed by its outcome. */
export function measuredCollectionRail(
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
