import type { RefundFailureReason } from "@sanu/contracts";
import type {
  Instant,
  PaymentId,
  RefundId,
  SaidOfAttempt,
  TransactionId,
  VerdictOfEnd,
  Xof,
} from "@sanu/kernel";

/**
 * A refund of XOF to their payer:
 *
 *   none ──request──▶ requested ──settle──▶ settled
 *     │                │   ▲  │
 *     │   "no" for now ┘   │  └── "no" for good, or for the last time ──▶ failed
 *     │   (next attempt) ──┘                                              ▲
 *     └── there is no such money here, or it went back before ────────────┘
 *
 * There is one attempt at a time, and one refund of a receipt that has not failed. What is unknown stays
 * requested and is asked about; after a long time two of the staff may say the end. Failed is final; what has settled
 * can still be reversed by the provider:
 *
 *   settled ──the XOF are with us again──▶ reversed
 *
 * What the provider says of an attempt against its own last word is recorded, and moves nothing; but once an earlier
 * attempt has arrived after all, no later one is called any more.
 *
 * What the provider says otherwise behind a verdict of the staff is recorded, once, and moves nothing.
 */
export type Refund =
  | { readonly status: "none" }
  | (Ordered & {
      readonly status: "requested";
      readonly attemptNumber: number;
      readonly isUnknownRecorded: boolean;
    })
  | (Ordered & {
      readonly status: "settled";
      readonly attemptNumber: number;
      /** What the payer got: less than was ordered where the provider took its fee from it. */
      readonly arrivedXof: Xof;
      readonly verdict: VerdictOfEnd;
      readonly settledAt: Instant;
    })
  | (Ordered & { readonly status: "reversed"; readonly reversedAt: Instant })
  | (Ordered & {
      readonly status: "failed";
      readonly verdict: VerdictOfEnd;
      readonly reason: RefundFailureReason;
      readonly failedAt: Instant;
    });

interface Ordered extends RefundOrder {
  /** What the provider said of attempts against its earlier word; absent where it never did. */
  readonly contradictions?: readonly Contradiction[];
}

export interface Contradiction extends SaidOfAttempt {
  readonly amountXof: Xof | null;
  readonly foundAt: Instant;
}

export interface RefundOrder {
  readonly refundId: RefundId;
  readonly transactionId: TransactionId;
  readonly paymentId: PaymentId;
  /** The receipt that is refunded, all of it, by the provider's name. */
  readonly receiptReference: string;
  /** To which attempt of the payment it came; absent where it was the first. */
  readonly collectionAttempt?: number | undefined;
  readonly amountXof: Xof;
  /** Under which the same receipt was to go back before, and did not; absent where it is the first time. */
  readonly earlierRefundIds?: readonly RefundId[] | undefined;
}

export type OrderedRefund = Exclude<Refund, { readonly status: "none" }>;

export const noRefund: Refund = { status: "none" };

export function eventOf({ refundId, transactionId }: OrderedRefund) {
  return { v: 1, refundId, transactionId } as const;
}
