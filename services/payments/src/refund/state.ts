import type { RefundFailureReason } from "@sanu/contracts";
import type { Instant, PaymentId, RefundId, TransactionId, VerdictOfEnd, Xof } from "@sanu/kernel";

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
 * What the provider says otherwise behind a verdict of the staff is recorded, once, and moves nothing.
 */
export type Refund =
  | { readonly status: "none" }
  | (RefundOrder & {
      readonly status: "requested";
      readonly attemptNumber: number;
      readonly isUnknownRecorded: boolean;
    })
  | (RefundOrder & {
      readonly status: "settled";
      /** What the payer got: less than was ordered where the provider took its fee from it. */
      readonly arrivedXof: Xof;
      readonly verdict: VerdictOfEnd;
      readonly settledAt: Instant;
    })
  | (RefundOrder & { readonly status: "reversed"; readonly reversedAt: Instant })
  | (RefundOrder & {
      readonly status: "failed";
      readonly verdict: VerdictOfEnd;
      readonly reason: RefundFailureReason;
      readonly failedAt: Instant;
    });

export interface RefundOrder {
  readonly refundId: RefundId;
  readonly transactionId: TransactionId;
  readonly paymentId: PaymentId;
  /** The receipt that is refunded, all of it, by the provider's name. */
  readonly receiptReference: string;
  readonly amountXof: Xof;
}

export type OrderedRefund = Exclude<Refund, { readonly status: "none" }>;

export const noRefund: Refund = { status: "none" };

export function eventOf({ refundId, transactionId }: OrderedRefund) {
  return { v: 1, refundId, transactionId } as const;
}
