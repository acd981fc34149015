import { type Metrics, measuredCalls } from "@sanu/platform";
import type { LightningReceiveRail } from "@sanu/rails";

/** The same rail; every call that leaves is counted and timed by its outcome. */
export function measuredReceiveRail(
  rail: LightningReceiveRail,
  outsideCalls: Metrics["outsideCalls"],
): LightningReceiveRail {
  const measured = measuredCalls(rail.provider, outsideCalls);
  const { inbound } = rail;
  return {
    ...rail,
    createInvoice: (order) => measured("create-invoice", rail.createInvoice(order)),
    status: (paymentHash) => measured("invoice-status", rail.status(paymentHash)),
    capture: (preimage) => measured("capture", rail.capture(preimage)),
    cancel: (paymentHash) => measured("cancel-invoice", rail.cancel(paymentHash)),
    ...(inbound && { inbound: () => measured("inbound", inbound()) }),
  };
}
