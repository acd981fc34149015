import type { RetryTerms } from "@sanu/attempts";
import type { Clock } from "@sanu/kernel";
import type { Database, Logger, Messaging } from "@sanu/platform";
import type { ConnectorSwitch, DisburseRail } from "@sanu/rails";

export interface DisbursementDeps {
  readonly rail: DisburseRail;
  /** All of them: what another one was asked for before may arrive as well. */
  readonly rails: readonly DisburseRail[];
  readonly connectors: ConnectorSwitch;
  readonly database: Pick<Database, "query">;
  readonly terms: RetryTerms;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
