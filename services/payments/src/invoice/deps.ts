import type { Clock } from "@sanu/kernel";
import type { Logger, Messaging } from "@sanu/platform";
import type { LightningReceiveRail } from "@sanu/rails";
import type { HoldTerms } from "./commands.ts";
import type { SecretOf } from "./invoice-secrets.ts";

export interface InvoiceDeps {
  readonly rail: LightningReceiveRail;
  /** Derives what takes the money of a payment's invoice; called right before it is needed, and never stored. */
  readonly secretOf: SecretOf;
  readonly terms: HoldTerms;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
