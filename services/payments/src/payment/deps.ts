import type { Clock } from "@sanu/kernel";
import type { Logger, Messaging } from "@sanu/platform";
import type { CollectionRail } from "@sanu/rails";

export interface PaymentDeps {
  readonly rail: CollectionRail;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
