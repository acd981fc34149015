import type { Clock, PaymentId } from "@sanu/kernel";
import type { Logger, Messaging } from "@sanu/platform";
import type { InvoiceSecret, LightningReceiveRail } from "@sanu/rails";
import type { HoldTerms } from "./commands.ts";

/** That of the key with which the invoice of this hash was made; of the first key where none is named, or none made it. */
export type SecretOf = (paymentId: PaymentId, paymentHash?: string) => InvoiceSecret;

/** A rail of which is known here whether its node has lost what it had. */
export interface ReceivingRail extends LightningReceiveRail {
  /** Then nothing is made or captured there. Absent where the node tells nothing by itself. */
  readonly isClosed?: () => boolean;
}

export interface InvoiceDeps {
  readonly rail: ReceivingRail;
  /** Derives what takes the money of a payment's invoice; called right before it is needed, and never stored. */
  readonly secretOf: SecretOf;
  readonly terms: HoldTerms;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
