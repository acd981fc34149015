import type { Clock } from "@sanu/kernel";
import type { Database, Logger, Metrics } from "@sanu/platform";

/** What work needs that goes on beside the requests. */
export interface BackgroundDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "loops">;
}
