import type { PayoutFailureReason, ReceiverKind } from "@sanu/contracts";
import type { Instant, PayoutId, Sats, TransactionId } from "@sanu/kernel";

/**
 * Money out for one transaction:
 *
 *   none ──request──▶ requested ──settle──▶ settled
 *                      │   ▲  │
 *      "no" for now ───┘   │  └── "no" for good, or for the last time ──▶ failed
 *      (next attempt) ─────┘
 *
 * There is one attempt at a time. Only a definite "no" of the rail ends an attempt; what is unknown stays
 * requested and is asked about. Settled and failed are final.
 */
export type Payout =
  | { readonly status: "none" }
  | (PayoutOrder & {
      readonly status: "requested";
      /** The attempt under way, from 1. */
      readonly attemptNumber: number;
    })
  | (PayoutOrder & {
      readonly status: "settled";
      readonly feeSats: Sats;
      readonly settledAt: Instant;
    })
  | (PayoutOrder & {
      readonly status: "failed";
      readonly reason: PayoutFailureReason;
      readonly failedAt: Instant;
    });

/** What was ordered; it never changes. */
export interface PayoutOrder {
  readonly payoutId: PayoutId;
  readonly transactionId: TransactionId;
  readonly reference: string;
  readonly amountSats: Sats;
  readonly receiverKind: ReceiverKind;
  /** HMAC of the receiver; the receiver is fetched, and compared with this, at the moment of the send. */
  readonly receiverHmac: string;
}

/** A payout that somebody ordered. */
export type OrderedPayout = Exclude<Payout, { readonly status: "none" }>;

export const noPayout: Payout = { status: "none" };
