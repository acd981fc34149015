import type { Money, PayoutFailureReason } from "@sanu/contracts";
import type { Instant, PayoutId, SaidOfAttempt, TransactionId, VerdictOfEnd } from "@sanu/kernel";
import type { Transfer } from "./transfer.ts";

/**
 * Money out of one transaction: the sats of a purchase, the XOF of a sale, or a seller's refund of sats.
 *
 *   none ──request──▶ requested ──settle──▶ settled
 *                      │   ▲  │
 *      "no" for now ───┘   │  └── "no" for good, or for the last time ──▶ failed
 *      (next attempt) ─────┘
 *
 * There is one attempt at a time. Only a definite "no" of the rail ends an attempt; what is unknown stays
 * requested and is asked about; after a long time that is told, once, and then two of the staff may say the end. Failed
 * is final; what has settled can still be reversed, where the rail can change its word:
 *
 *   settled ──the XOF are with us again──▶ reversed
 *
 *   requested ──held: nobody was asked to send it, or nothing of what was asked can arrive──▶ withheld
 *
 * What the rail says of an attempt against its own last word is recorded, and moves nothing; but once an earlier
 * attempt has arrived after all, no later one is called any more.
 *
 * What the rail says otherwise behind a verdict of the staff is recorded, once, and moves nothing.
 */
export type Payout =
  | { readonly status: "none" }
  | (Ordered & {
      readonly status: "requested";
      readonly attemptNumber: number;
      /** The providers of mobile money that were asked since the last pause. */
      readonly asked: readonly string[];
      /** Since when nothing is known, once that was published; null before. */
      readonly unknownSince: Instant | null;
      /** Nobody is asked anew: what is under way goes on to its end, and the next attempt is none. */
      readonly isHoldRequested?: true;
    })
  | (Ordered & {
      readonly status: "settled";
      readonly attemptNumber: number;
      readonly verdict: VerdictOfEnd;
      readonly fee: Money;
      readonly settledAt: Instant;
    })
  | (Ordered & { readonly status: "reversed"; readonly reversedAt: Instant })
  | (Ordered & { readonly status: "withheld" })
  | (Ordered & {
      readonly status: "failed";
      readonly verdict: VerdictOfEnd;
      readonly reason: PayoutFailureReason;
      readonly failedAt: Instant;
    });

interface Ordered {
  readonly order: PayoutOrder;
  /** What the rail said of attempts against its earlier word; absent where it never did. */
  readonly contradictions?: readonly Contradiction[];
}

export interface Contradiction extends SaidOfAttempt {
  readonly fee: Money | null;
  readonly foundAt: Instant;
}

export interface PayoutOrder {
  /** Of a refund: the refund's own id, so that it has one payout. */
  readonly payoutId: PayoutId;
  readonly transactionId: TransactionId;
  /** Shown to the receiver of XOF. */
  readonly reference: string;
  readonly transfer: Transfer;
  /** Which were to send the same money before, and failed; absent where none was. */
  readonly earlierPayoutIds?: readonly PayoutId[] | undefined;
}

export type OrderedPayout = Exclude<Payout, { readonly status: "none" }>;

export const noPayout: Payout = { status: "none" };

/** Nobody is asked anew to send it. */
export function isHeld(state: Payout): boolean {
  return state.status === "requested" && state.isHoldRequested === true;
}

/** What every event says that ends a payout or leaves it open. */
export function endOf({ payoutId, transactionId, transfer }: PayoutOrder) {
  return { payoutId, transactionId, kind: transfer.kind };
}
