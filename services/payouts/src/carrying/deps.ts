import type { Clock } from "@sanu/kernel";
import type { Database, EventStore, Logger, Messaging } from "@sanu/platform";
import type { AcceptedNetwork, DisburseRail, SendRail } from "@sanu/rails";
import type { PayoutEvent } from "../payout/events.ts";
import type { PayoutTerms } from "./payout-terms.ts";

/** What sending money needs. */
export interface PayoutDeps {
  readonly database: Database;
  readonly store: EventStore<PayoutEvent>;
  readonly sendRail: SendRail;
  readonly disburseRail: DisburseRail;
  readonly network: AcceptedNetwork;
  readonly terms: PayoutTerms;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}
