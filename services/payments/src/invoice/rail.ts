import { type Metrics, measuredCalls } from "@sanu/platform";
import type { ChosenConnectors, LightningReceiveRail } from "@sanu/rails";

/** The node that the settings name. */
export function receiveRailOf({
  nodes,
  providerTimeoutMs: callTimeoutMs,
}: {
  readonly nodes: { readonly receive: ChosenConnectors<LightningReceiveRail> };
  readonly providerTimeoutMs: number;
}): LightningReceiveRail {
  return nodes.receive.open({ callTimeoutMs })[0];
}

/** The same rail; every call that leaves is counted and timed by its outcome. */
export function measuredReceiveRail(
  rail: LightningReceiveRail,
  outsideCalls: Metrics["outsideCalls"],
): LightningReceiveRail {
  const measured = measuredCalls(rail.provider, outsideCalls);
  return {
    ...rail,
    createInvoice: (order) => measured("create-invoice", rail.createInvoice(order)),
    status: (paymentHash) => measured("invoice-status", rail.status(paymentHash)),
    capture: (preimage) => measured("capture", rail.capture(preimage)),
    cancel: (paymentHash) => measured("cancel-invoice", rail.cancel(paymentHash)),
  };
}
