import type {
  Money,
  RefundDestination,
  RefundReason,
  ReviewReason,
  TransactionFailureReason,
  TransactionStatus,
} from "@sanu/contracts";
import { type PayoutId, type RefundId, type Sats, unreachable } from "@sanu/kernel";
import type { EventOf, HoldCause } from "./events.ts";

/**
 * A transaction: an order, money in, money out, and money back.
 *
 *   none ──create──▶ pending ──what was ordered is in──▶ paid ──payout settled──▶ completed
 *                     │ │ │                               │                          ▲
 *                     │ │ └─another amount is in─▶ held   └─payout failed─▶ payout-failed
 *                     │ │                           │                          │
 *                     │ └─not paid, and other money │ to refund                │
 *                     │        └▶ payment-failed    │                          │
 *                     │                 │           │                          │ and only once every
 *                     └──not paid───────┴───────────┴──────────▶ failed ◀──────┘ refund is settled
 *
 *   pending ──what was ordered is in, and the account suspended──▶ payout-held ──released──▶ paid
 *      paid ──the account is suspended, and nobody was asked to send──▲  └──refunded──▶ failed
 *
 * A payout exists only once what was ordered is in, so there is never more than one. Whatever else comes in
 * (late, twice, another amount) becomes a refund of its own and changes no status. A payout that was said to have
 * failed completes its transaction after all where no refund was ordered yet. What nobody can decide by a rule is
 * left to a review, and a person decides.
 */
export type Transaction = { readonly status: "none" } | ExistingTransaction;

export type ExistingTransaction =
  | Pending
  | PaymentFailed
  | Held
  | PayoutHeld
  | Paid
  | PayoutFailed
  | Completed
  | Failed;

/** What every transaction has, whatever became of it. */
export interface Placed {
  readonly order: Order;
  /** Everything that came in, by the rail's own name of it. */
  readonly receiptIds: readonly string[];
  readonly refunds: readonly Refund[];
  /** Where the provider changed its word. What it gave back of a refund is that refund's own state. */
  readonly reversals: readonly Reversal[];
  /** What came by the word of two of the staff, of each receipt that had been counted as another amount. */
  readonly came: readonly Came[];
  /** What was ordered, by its receipt, once it is in. */
  readonly orderedReceiptId: string | null;
  /** Payouts that were taken back before anybody was asked to send them. */
  readonly withheld: readonly PayoutId[];
  /** Why a person has to look; empty when nobody has to. */
  readonly review: readonly ReviewQuestion[];
}

/** The ordered money can still come. */
export interface Pending extends Placed {
  readonly status: "pending";
  /** Whether it can be paid already: its link or invoice is there. */
  readonly isLinked: boolean;
  readonly isCancelRequested: boolean;
}

/** The ordered money will not come, and other money that came is not refunded yet. */
export interface PaymentFailed extends Placed {
  readonly status: "payment-failed";
  readonly reason: TransactionFailureReason;
}

/** Another amount than ordered came: all of it is refunded. */
export interface Held extends Placed {
  readonly status: "held";
}

/** What was ordered is in, and its account suspended or the money denied: nothing goes out until two of the staff decide. */
export interface PayoutHeld extends Placed {
  readonly status: "payout-held";
  /** Absent where the event does not say. */
  readonly heldFor?: HoldCause;
}

/** What was ordered is in, and its payout under way. */
export interface Paid extends Placed {
  readonly status: "paid";
  readonly payout: Payout;
}

/** What was ordered came, cannot go out and is not refunded yet. */
export interface PayoutFailed extends Placed {
  readonly status: "payout-failed";
  readonly payout: Payout;
}

export interface Completed extends Placed {
  readonly status: "completed";
  readonly payout: Payout;
}

export interface Failed extends Placed {
  readonly status: "failed";
  /** The payout that failed; null where there was none. */
  readonly payout: Payout | null;
}

/** What was agreed at the creation; it never changes. */
export type Order = Omit<EventOf<"TransactionCreated">, "type" | "v">;

export interface Payout {
  readonly payoutId: PayoutId;
  readonly payoutReference: string;
  readonly receiptId: string;
  /** The account was suspended behind it: it shall not be sent if nobody was asked to yet. */
  readonly isHoldRequested?: true;
}

export type Came = Pick<Refund, "receiptId" | "money">;

/** Money that came in and must go back, told apart by its receipt. */
export interface Refund {
  /** Of one receipt there is one refund, however often it is tried. */
  readonly receiptId: string;
  /** What has to go back by it: all that came in, less what the staff gave back of it by hand. */
  readonly money: Money;
  readonly reason: RefundReason;
  /** `due`: nobody has ordered a refund yet, because there is nowhere to send it. */
  readonly state: "due" | "requested" | "failed" | "settled";
  /** Every order to refund it, the newest last. */
  readonly refundIds: readonly RefundId[];
  readonly destination?: RefundDestination;
  /** What was sent of it by the newest order: the rest pays for the way. Absent where all of it was. */
  readonly sendSats?: Sats;
  /** The order that settled it; absent where the staff did, or nobody yet. */
  readonly settledBy?: RefundId;
  /** What arrived, present where that is another amount. */
  readonly arrived?: Money;
  /** The order that its provider says arrived, though by a verdict it failed: nothing goes out before the staff decides. */
  readonly contestedId?: RefundId;
  /** Present where what did not arrive of it was paid by hand. */
  readonly isMadeWhole?: true;
  /** Present where it had settled and came back to us: it has failed after all. */
  readonly isReversed?: true;
  /** What had not arrived of it before it came back, by which order: somebody may have given that by hand already. */
  readonly short?: { readonly refundId: RefundId; readonly money: Money };
}

/** A receipt that was taken back from us, or a payout that came back to us. */
export type Reversal =
  | {
      readonly of: "payment";
      readonly receiptId: string;
      readonly money: Money;
      /** How much its payer paid again. */
      readonly recovered?: bigint;
      /** How much of it was given up. */
      readonly writtenOff?: bigint;
      /** The rest of it came, and can still be taken back. */
      readonly isPart?: true;
      /** How much it was with each part that followed, the first one too; absent where there is one. */
      readonly parts?: readonly bigint[];
      /** Its provider said meanwhile that it stands again. */
      readonly isSaidToStand?: true;
    }
  | { readonly of: "payout"; readonly money: Money; readonly end?: "paid-by-hand" };

export type ReversedPayment = Extract<Reversal, { readonly of: "payment" }>;

export interface ReviewQuestion {
  readonly reason: ReviewReason;
  readonly about: EventOf<"TransactionReviewRequested">["about"];
  readonly receiptId: string | null;
  readonly refundId?: RefundId | undefined;
  /** How much of it its provider says arrived. */
  readonly arrived?: Money | undefined;
  /** Present where its provider says that the receipt never came, or as another amount: how much it had brought. */
  readonly denied?: Money | undefined;
  /** That other amount; absent where nothing came by its provider's word. */
  readonly shown?: Money | undefined;
  /** Present where it is decided whether that receipt came, or its provider has taken it back, or says otherwise again by now. */
  readonly isDecided?: true;
  /** The fact or command that asked for it. */
  readonly causeId: string;
}

export const noTransaction: Transaction = { status: "none" };

/** The status that people see. */
export const publicStatuses: Readonly<Record<ExistingTransaction["status"], TransactionStatus>> = {
  pending: "PENDING",
  "payment-failed": "PENDING",
  held: "PROCESSING",
  "payout-held": "PROCESSING",
  paid: "PROCESSING",
  "payout-failed": "PROCESSING",
  completed: "COMPLETED",
  failed: "FAILED",
};

/** The payout, whatever became of it; null where there is none. */
export function payoutOf(state: ExistingTransaction): Payout | null {
  switch (state.status) {
    case "pending":
    case "payment-failed":
    case "held":
    case "payout-held":
      return null;
    case "paid":
    case "payout-failed":
    case "completed":
    case "failed":
      return state.payout;
    default:
      return unreachable(state);
  }
}
