import type { BasisPoints, Instant, TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import type { EventOf, TransactionEvent } from "../transaction/events.ts";
import type { ExistingTransaction } from "../transaction/state.ts";
import {
  type PayoutLeg,
  releaseFailedPayout,
  releasePayout,
  reserveRefund,
  settlePayout,
} from "./float-statements.ts";
import { isStillOpen } from "./open-refunds.ts";
import { needOfRefund } from "./payout-need.ts";

/** What orders reserve in, and how. */
export interface FloatGuard {
  /** Orders and payouts say that they change what is known of floats. */
  readonly expectChange: () => void;
  /** A report that is older is no report. */
  readonly staleAfterMs: () => number;
  /** The most of its amount that a gateway takes of a disbursement. */
  readonly feeShare: BasisPoints;
  /** Within which one customer's failed payouts say of a rail what one of them says. */
  readonly breaker: { readonly windowMs: number };
}

export interface FloatContext {
  readonly floats: FloatGuard;
  /** When the fact behind the events was recorded in its service; null where none is. */
  readonly recordedAt: Instant | null;
}

/** What the reservations of a transaction learn with its events. */
export function floatWrites(
  events: readonly TransactionEvent[],
  state: ExistingTransaction,
  { floats, recordedAt }: FloatContext,
): Statement[] {
  floats.expectChange();
  return events.flatMap((event) => [
    ...writesOf(event, floats, recordedAt),
    ...releasedByReversal(event, state),
    ...(event.type === "TransactionCompleted" ? releasedByPayout(state) : []),
  ]);
}

/** The payout arrived: what was reserved to send its money back goes nowhere. */
function releasedByPayout({ order, refunds }: ExistingTransaction): Statement[] {
  return refunds
    .filter(({ reason }) => reason === "payout-failed")
    .map(({ receiptId }) => releasePayout(order.transactionId, legOf(receiptId)));
}

/** The provider has taken a receipt back, and no refund of it is under way any more: it is owed to nobody. */
function releasedByReversal(event: TransactionEvent, state: ExistingTransaction): Statement[] {
  const mayEnd =
    event.type === "TransactionPaymentReversed" || event.type === "TransactionRefundFailed";
  if (!mayEnd || isStillOpen(state, event.receiptId)) return [];
  return [releasePayout(event.transactionId, legOf(event.receiptId))];
}

function writesOf(
  event: TransactionEvent,
  { breaker: { windowMs } }: FloatGuard,
  recordedAt: Instant | null,
): Statement[] {
  const { transactionId } = event;
  switch (event.type) {
    case "TransactionCompleted":
      return [ended(transactionId, "payout", recordedAt)];
    case "TransactionPayoutFailed":
      // Every other reason is the receiver's, or that the order was tampered with; a verdict is no word of a rail.
      return hasRailFailed(event)
        ? [releaseFailedPayout(transactionId, { payoutId: event.payoutId, windowMs })]
        : [releasePayout(transactionId, "payout")];
    case "TransactionPaymentHeld":
    case "TransactionPaymentFailed":
    case "TransactionFailed":
      return [releasePayout(transactionId, "payout")];
    case "TransactionRefundRequested":
      // Of a payout that failed it is released already; of one that was held, here.
      return [
        ...(event.reason === "payout-failed" ? [releasePayout(transactionId, "payout")] : []),
        ...reservedForRefund(event),
      ];
    // Of money that was held: it goes back once its seller has said where to.
    case "TransactionReviewRequested":
      return event.refund?.reason === "payout-failed"
        ? [releasePayout(transactionId, "payout")]
        : [];
    case "TransactionRefundSettled": {
      const leg = legOf(event.receiptId);
      // By hand it went past our rails.
      const isOurs = event.refundId !== null;
      return [ended(transactionId, leg, isOurs ? recordedAt : null)];
    }
    default:
      return [];
  }
}

function hasRailFailed({ reason, uncounted }: EventOf<"TransactionPayoutFailed">): boolean {
  return reason === "no-route" && uncounted !== "verdict";
}

/** XOF go back from the account that they came to; sats go back from where purchases are paid. */
function reservedForRefund(refund: EventOf<"TransactionRefundRequested">): Statement[] {
  const need = needOfRefund(refund);
  return need === null ? [] : [reserveRefund(refund.transactionId, legOf(refund.receiptId), need)];
}

/** The same receipt goes back once, however often that is tried. */
function legOf(receiptId: string): PayoutLeg {
  return `refund ${receiptId}`;
}

function ended(transactionId: TransactionId, leg: PayoutLeg, at: Instant | null): Statement {
  return at === null ? releasePayout(transactionId, leg) : settlePayout(transactionId, leg, at);
}
