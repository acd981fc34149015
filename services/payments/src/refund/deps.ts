import type { RetryTerms } from "@sanu/attempts";
import type { Clock } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import type { CollectionRail } from "@sanu/rails";
import type { RefundOrder } from "./state.ts";

export interface RefundDeps {
  readonly database: Database;
  readonly rail: CollectionRail;
  readonly terms: RetryTerms;
  readonly clock: Clock;
  /** Whether the money that goes back is still ours: the provider can have taken it back since the refund was ordered. */
  readonly isStillOurs: (order: RefundOrder) => Promise<boolean>;
}
