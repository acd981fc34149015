import { delayed, reportOfCall } from "@sanu/attempts";
import type { MoneyMovement, MovementCall } from "@sanu/platform";
import type { InvoiceCommand } from "../commands.ts";
import type { InvoiceDeps } from "../deps.ts";
import type { InvoiceEvent } from "../events.ts";
import { endExpiry } from "../expiry.ts";
import { invoiceLimits } from "../movement.ts";
import { closed, reportOfCapture } from "../report.ts";
import type { Invoice } from "../state.ts";

/** Takes the sats that a node holds for an invoice. */
export function captureMovement(
  deps: InvoiceDeps,
): MoneyMovement<Invoice, InvoiceCommand, InvoiceEvent> {
  const { rail, clock } = deps;
  return {
    kind: "capture",
    retryRule: rail.retryRule,
    limits: invoiceLimits,
    call: (call) => capture(deps, call),
    checkStatus: async ({ recall }) =>
      reportOfCapture(await rail.status((await recall()).paymentHash), clock.now()),
    writes: ({ events, state }) => (events.length > 0 ? endExpiry(state) : []),
  };
}

async function capture(
  { rail, clock, secretOf, logger }: InvoiceDeps,
  { step, recall, beforeCall }: MovementCall<Invoice>,
) {
  const { paymentId, paymentHash } = await recall();
  const secret = secretOf(paymentId);
  if (secret.paymentHash !== paymentHash) {
    // Without its preimage we can take nothing; what became of the money is checked all the same.
    const code = "key-has-changed";
    logger.error(
      { code },
      "sats that shall be taken cannot be: the key of invoices is another one",
    );
    const report = reportOfCapture(await rail.status(paymentHash), clock.now());
    return report.command === undefined ? delayed(step, code) : { ...report, notCalled: true };
  }
  beforeCall();
  const outcome = await rail.capture(secret.preimage);
  const at = clock.now();
  return reportOfCall(step, outcome, {
    accepted: (captured) => reportOfCapture(captured, at),
    // It went back to its payer.
    rejected: () => closed("expired", at),
  });
}
