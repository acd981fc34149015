import type { Clock } from "@sanu/kernel";
import type { ConnectorEnvironment } from "../mobile-money/connector.ts";

/** Who is checked, with which settings. */
export interface ProviderCheck {
  readonly provider: string;
  readonly environment: ConnectorEnvironment;
  readonly clock: Clock;
}
