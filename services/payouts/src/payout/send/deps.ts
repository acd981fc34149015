import type { RetryTerms } from "@sanu/attempts";
import type { Clock } from "@sanu/kernel";
import type { Logger, Messaging } from "@sanu/platform";
import type { AcceptedNetwork, SendRail } from "@sanu/rails";
import type { FeeTerms } from "./fee-limit.ts";

export interface SendDeps {
  readonly rail: SendRail;
  readonly network: AcceptedNetwork;
  readonly terms: RetryTerms & FeeTerms;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
