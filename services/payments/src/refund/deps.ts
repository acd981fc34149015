import type { RetryTerms } from "@sanu/attempts";
import type { Clock } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import type { CollectionRail } from "@sanu/rails";

export interface RefundDeps {
  readonly database: Database;
  readonly rail: CollectionRail;
  readonly terms: RetryTerms;
  readonly clock: Clock;
}
