import type { Clock } from "@sanu/kernel";
import type { Database, EventStore, Logger } from "@sanu/platform";
import type { AcceptedNetwork } from "@sanu/rails";
import type { BusinessCalendar } from "../calendar/business-calendar.ts";
import type { FailuresMax } from "../guards/failed-payouts.ts";
import type { FloatGuard } from "../guards/float-writes.ts";
import type { Persons } from "../guards/persons.ts";
import type { Prices } from "../rates/prices.ts";
import type { Terms } from "../transaction/create-command.ts";
import type { TransactionEvent } from "../transaction/events.ts";
import type { BoundsByChannel } from "./channel-bounds.ts";
import type { LinkWaiters } from "./link-waiters.ts";
import type { OpenChannels } from "./open-channels.ts";

/** What it takes to accept an order and to answer it. */
export interface OrderDeps extends BusinessCalendar {
  readonly database: Database;
  readonly store: EventStore<TransactionEvent>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn">;
  readonly prices: Prices;
  readonly waiters: LinkWaiters;
  readonly terms: Terms;
  /** Whether sales are taken. */
  readonly isSellingOpen: boolean;
  readonly openMax: number;
  readonly floats: FloatGuard;
  readonly persons: Persons;
  /** Prompts to a number that may go without an answer in an hour, over all people; 0 counts none. */
  readonly unansweredPromptsMax: number;
  /** Payouts and refunds that may fail in a day. */
  readonly failuresMax: FailuresMax;
  /** What single channels carry, where that is less than the terms allow. */
  readonly channelBounds: BoundsByChannel;
  readonly openChannels: OpenChannels;
  readonly network: AcceptedNetwork;
  /** How long an order waits for the provider's link; 0 answers at once with our own page. */
  readonly linkWaitMs: number;
  readonly pageUrlOf: (token: string) => string;
  /** Tells every replica that an order's response is known. */
  readonly announce: (transactionId: string) => void;
}
