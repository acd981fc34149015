import type { RetryTerms } from "@sanu/attempts";
import type { Clock } from "@sanu/kernel";
import type { Logger, Messaging } from "@sanu/platform";
import type { ConnectorSwitch, DisburseRail } from "@sanu/rails";
import type { EarlierDisbursements } from "./earlier-disbursements.ts";

export interface DisbursementDeps {
  readonly rail: DisburseRail;
  readonly connectors: ConnectorSwitch;
  readonly earlierThan: EarlierDisbursements;
  readonly terms: RetryTerms;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
