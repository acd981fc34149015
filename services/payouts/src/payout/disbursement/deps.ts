import type { RetryTerms } from "@sanu/attempts";
import type { Clock } from "@sanu/kernel";
import type { Logger, Messaging } from "@sanu/platform";
import type { DisburseRail } from "@sanu/rails";

export interface DisbursementDeps {
  readonly rail: DisburseRail;
  readonly terms: RetryTerms;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
