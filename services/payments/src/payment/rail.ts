import { type Metrics, measuredCalls, type Secret } from "@sanu/platform";
import { type CollectionRail, createSandboxCollectionRail } from "@sanu/rails";

interface RailSettings {
  readonly collectionRail: "sandbox";
  readonly sandboxUrl: string;
  readonly sandboxCallbackSecret: Secret;
  readonly providerTimeoutMs: number;
}

export function collectionRailOf(settings: RailSettings): CollectionRail {
  switch (settings.collectionRail) {
    case "sandbox":
      return createSandboxCollectionRail({
        baseUrl: settings.sandboxUrl,
        callTimeoutMs: settings.providerTimeoutMs,
        callbackSecret: settings.sandboxCallbackSecret.reveal(),
      });
  }
}

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
