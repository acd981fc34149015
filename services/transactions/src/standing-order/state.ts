import type { OrderTrigger, StandingOrderEnding, TransactionType } from "@sanu/contracts";
import type { AccountId, Instant, StandingOrderId, TransactionId, Xof } from "@sanu/kernel";

/**
 * What a person ordered in advance:
 *
 *   none ──place──▶ active ──pause──▶ paused
 *                   │ ▲ │ └◀─resume──┘  │
 *            due ───┘ │ │               │
 *     (ordered, refused or skipped)     │
 *                       ▼               ▼
 *                     ended: done, until-reached, cancelled, failing, account-closed
 *
 * Each occurrence has one outcome. Where it ordered, the transaction comes to exist in the commit that says so, and its
 * end is told afterwards, also of an order that has ended since.
 */
export type StandingOrder = NoStandingOrder | ExistingStandingOrder;

interface NoStandingOrder {
  readonly status: "none";
}

export interface ExistingStandingOrder extends Placed {
  readonly status: "active" | "paused" | "ended";
  readonly reason: StandingOrderEnding | null;
  /** When it is due next; null while it waits for a price, is paused or has ended. */
  readonly dueAt: Instant | null;
  /** When the last occurrence was due: no moment up to it comes again, also where a clock was set back. */
  readonly lastDueAt: Instant | null;
  /** The number of the next occurrence, from 1 on. */
  readonly occurrence: number;
  /** How often it was resumed: each pause but one has its resumption, so this bounds what its owner can add to its log. */
  readonly resumes: number;
  /** How many transactions came of it. */
  readonly ordered: number;
  /** Refused or failed in a row, with no completed transaction between. */
  readonly failures: number;
  /** Transactions whose end is not known here. */
  readonly open: readonly TransactionId[];
}

/** What was placed, which never changes. */
export interface Placed {
  readonly orderId: StandingOrderId;
  readonly accountId: AccountId;
  readonly transactionType: TransactionType;
  readonly amountXof: Xof;
  readonly trigger: OrderTrigger;
  readonly channel: string | null;
  readonly numberHmac: string;
  /** Null in a sale that names no place for a refund. */
  readonly receiverHmac: string | null;
  readonly until: Instant | null;
  readonly ordersMax: number | null;
}

export const noStandingOrder: StandingOrder = { status: "none" };
