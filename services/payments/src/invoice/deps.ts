import type { Clock, PaymentId } from "@sanu/kernel";
import type { Logger, Messaging } from "@sanu/platform";
import type { InvoiceSecret, LightningReceiveRail } from "@sanu/rails";
import type { HoldTerms } from "./commands.ts";

/** That of the key with which the invoice of this hash was made; of the first key where none is named, or none made it. */
export type SecretOf = (paymentId: PaymentId, paymentHash?: string) => InvoiceSecret;

export interface InvoiceDeps {
  readonly rail: LightningReceiveRail;
  /** Derives what takes the money of a payment's invoice; called right before it is needed, and never stored. */
  readonly secretOf: SecretOf;
  readonly terms: HoldTerms;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
