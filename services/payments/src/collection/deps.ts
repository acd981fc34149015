import type { Clock } from "@sanu/kernel";
import type { Database, EventStore, Logger, Messaging } from "@sanu/platform";
import type { CollectionRail } from "@sanu/rails";
import type { PaymentEvent } from "../payment/events.ts";

/** What collecting money needs. */
export interface CollectionDeps {
  readonly database: Database;
  readonly store: EventStore<PaymentEvent>;
  readonly rail: CollectionRail;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
