import type { Clock } from "@sanu/kernel";
import type { Logger, Messaging } from "@sanu/platform";
import type { CollectionRail, ConnectorSwitch } from "@sanu/rails";

export interface PaymentDeps {
  readonly rail: CollectionRail;
  readonly connectors: ConnectorSwitch;
  /** How long behind the end of its order money still counts as in time. */
  readonly graceMs: number;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
