import type { Clock } from "@sanu/kernel";
import type { Database, EventStore, Logger } from "@sanu/platform";
import type { CollectionRail } from "@sanu/rails";
import type { RefundEvent } from "../refund/events.ts";

/** How often a refund is tried, and how long after a "no". */
export interface RefundTerms {
  readonly attemptsMax: number;
  readonly retryPauseMs: number;
}

/** What sending money back needs. */
export interface RefundingDeps {
  readonly database: Database;
  readonly store: EventStore<RefundEvent>;
  readonly rail: CollectionRail;
  readonly terms: RefundTerms;
  readonly clock: Clock;
  readonly logger: Logger;
}
