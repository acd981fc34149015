import type { Clock, PaymentId } from "@sanu/kernel";
import type { Database, EventStore, Logger, Messaging } from "@sanu/platform";
import type { InvoiceSecret, LightningReceiveRail } from "@sanu/rails";
import type { HoldTerms } from "../invoice/commands.ts";
import type { InvoiceEvent } from "../invoice/events.ts";

export interface ReceivingDeps {
  readonly database: Database;
  readonly store: EventStore<InvoiceEvent>;
  readonly rail: LightningReceiveRail;
  /** Derives what takes the money of a payment's invoice; called right before it is needed, and never kept. */
  readonly secretOf: (paymentId: PaymentId) => InvoiceSecret;
  readonly terms: HoldTerms;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
