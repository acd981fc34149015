import type { RetryTerms } from "@sanu/attempts";
import type { Clock } from "@sanu/kernel";
import type { Database, EventStore, Logger } from "@sanu/platform";
import type { CollectionRail } from "@sanu/rails";
import type { RefundEvent } from "../refund/events.ts";

/** What sending refunds needs. */
export interface RefundingDeps {
  readonly database: Database;
  readonly store: EventStore<RefundEvent>;
  readonly rail: CollectionRail;
  readonly terms: RetryTerms;
  readonly clock: Clock;
  readonly logger: Logger;
}
