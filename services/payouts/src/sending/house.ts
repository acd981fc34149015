import type { Clock } from "@sanu/kernel";
import type { Database, EventStore, Logger, Messaging } from "@sanu/platform";
import type { AcceptedNetwork, SendRail } from "@sanu/rails";
import type { PayoutEvent } from "../payout/events.ts";
import type { SendTerms } from "./send-terms.ts";

/** What sending money needs. */
export interface House {
  readonly database: Database;
  readonly store: EventStore<PayoutEvent>;
  readonly rail: SendRail;
  readonly network: AcceptedNetwork;
  readonly terms: SendTerms;
  readonly ask: Messaging["ask"];
  readonly clock: Clock;
  readonly logger: Logger;
}
