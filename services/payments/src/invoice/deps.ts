import type { Clock, PaymentId } from "@sanu/kernel";
import type { Logger, Messaging } from "@sanu/platform";
import type { InvoiceSecret, LightningReceiveRail } from "@sanu/rails";
import type { HoldTerms } from "./commands.ts";

export interface InvoiceDeps {
  readonly rail: LightningReceiveRail;
  /** Derives what takes the money of a payment's invoice; called right before it is needed, and never stored. */
  readonly secretOf: (paymentId: PaymentId) => InvoiceSecret;
  readonly terms: HoldTerms;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
