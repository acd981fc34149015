import type {
  Money,
  RefundDestination,
  RefundReason,
  ReviewReason,
  TransactionFailureReason,
} from "@sanu/contracts";
import type { Instant, PayoutId, RefundId } from "@sanu/kernel";
import type { EventOf } from "./events.ts";

/**
 * A transaction: an order, money in, money out, and money back.
 *
 *   none ──create──▶ pending ──what was ordered is in──▶ processing ──payout settled──▶ completed
 *                       │ │                                  │
 *                       │ └──another amount is in──▶ processing, held
 *                       │                                    │ payout failed, or held: the money goes back
 *                       └──definitely not paid──▶ failed ◀───┘ and only once it is back
 *
 * A payout exists only once what was ordered is in, so there is never more than one. Whatever else comes in
 * (late, twice, another amount) becomes a refund of its own and changes no status. On entering failed nothing
 * is owed. What nobody can decide by a rule is noted for review, and a person decides.
 */
export type Transaction = { readonly status: "none" } | ExistingTransaction;

export interface ExistingTransaction {
  readonly status: "pending" | "processing" | "completed" | "failed";
  readonly order: Order;
  /** Whether it can be paid already: its link or invoice is there. */
  readonly isLinked: boolean;
  readonly isCancelRequested: boolean;
  /** Present from the moment what was ordered is in. */
  readonly payout?: Payout;
  /** Present when it can only end as failed: it waits for its money to be back. */
  readonly failing?: TransactionFailureReason;
  /** Everything that came in by name; what came without a name stands in `refunds` only. */
  readonly receiptIds: readonly string[];
  readonly refunds: readonly Refund[];
  /** Why a person has to look; empty when nobody has to. */
  readonly review: readonly ReviewNote[];
  readonly completedAt?: Instant;
  readonly failedAt?: Instant;
  readonly failureReason?: TransactionFailureReason;
}

/** What was agreed at the creation; it never changes. */
export type Order = Omit<EventOf<"TransactionCreated">, "type" | "v">;

export interface Payout {
  readonly payoutId: PayoutId;
  readonly payoutReference: string;
  /** The receipt that paid for it; null where it had no name. */
  readonly receiptId: string;
  readonly isFailed: boolean;
}

/** Money that came in and must go back, told apart by its receipt. */
export interface Refund {
  readonly key: string;
  readonly money: Money;
  readonly reason: RefundReason;
  readonly receiptId: string;
  /** `due`: nobody has ordered a refund yet, because there is nowhere to send it. */
  readonly state: "due" | "requested" | "failed" | "settled";
  /** Every order to refund it, the newest last. */
  readonly refundIds: readonly RefundId[];
  readonly destination?: RefundDestination;
  /** The order that settled it; absent where the staff did, or nobody yet. */
  readonly settledBy?: RefundId;
}

export interface ReviewNote {
  readonly reason: ReviewReason;
  readonly about: EventOf<"TransactionReviewRequested">["about"];
  readonly refundKey: string | null;
  /** The fact or command that asked for it. */
  readonly causeId: string;
}

export const noTransaction: Transaction = { status: "none" };

/** Whether all money that must go back is back. */
export function isEverythingRefunded({ refunds }: ExistingTransaction): boolean {
  return refunds.every((one) => one.state === "settled");
}
