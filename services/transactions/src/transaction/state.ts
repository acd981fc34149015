import type { PaymentFailureReason, ReviewReason } from "@sanu/contracts";
import type { Instant, PayoutId, Xof } from "@sanu/kernel";
import type { EventOf } from "./events.ts";

/**
 * A transaction: an order, money in, money out.
 *
 *   none ──create──▶ pending ──the ordered amount is in──▶ processing ──payout settled──▶ completed
 *                       │ └────another amount is in──────▶ processing, held, in review
 *                       └──definitely not paid──▶ failed
 *
 * Whatever does not fit (late, double or other money, a payout that failed for good, facts that contradict
 * each other) changes no status: it adds a note for review, and a person decides. A payout exists only once
 * the ordered amount is in, so there is never more than one.
 */
export type Transaction =
  | { readonly status: "none" }
  | PendingTransaction
  | ProcessingTransaction
  | CompletedTransaction
  | FailedTransaction;

/** What was agreed at the creation; it never changes. */
export type Order = Omit<EventOf<"TransactionCreated">, "type" | "v">;

interface Ordered {
  readonly order: Order;
  /** Present while a person has to look. */
  readonly review?: readonly ReviewNote[];
}

export interface ReviewNote {
  readonly reason: ReviewReason;
  readonly receivedXof: Xof | null;
  /** The fact that asked for it. */
  readonly causeId: string;
}

export interface Payout {
  readonly payoutId: PayoutId;
  readonly payoutReference: string;
}

export interface PendingTransaction extends Ordered {
  readonly status: "pending";
  readonly isLinked: boolean;
}

export interface ProcessingTransaction extends Ordered {
  readonly status: "processing";
  /** Absent while money of another amount is held. */
  readonly payout?: Payout;
}

export interface CompletedTransaction extends Ordered {
  readonly status: "completed";
  readonly payout: Payout;
  readonly completedAt: Instant;
}

export interface FailedTransaction extends Ordered {
  readonly status: "failed";
  readonly reason: PaymentFailureReason;
  readonly failedAt: Instant;
}

export type ExistingTransaction = Exclude<Transaction, { readonly status: "none" }>;

export const noTransaction: Transaction = { status: "none" };
