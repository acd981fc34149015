import { type Instant, unreachable } from "@sanu/kernel";
import type { TransactionEvent } from "./events.ts";

/** When an event happened, by its own word. */
export function momentOf(event: TransactionEvent): Instant {
  switch (event.type) {
    case "TransactionCreated":
      return event.createdAt;
    case "TransactionPaymentLinked":
      return event.linkedAt;
    case "TransactionPaid":
      return event.paidAt;
    case "TransactionPayoutHeld":
    case "TransactionPaymentHeld":
      return event.heldAt;
    case "TransactionCompleted":
      return event.completedAt;
    case "TransactionRefundSettled":
    case "TransactionDebtSettled":
      return event.settledAt;
    case "TransactionReviewResolved":
      return event.resolvedAt;
    case "TransactionPaymentReversed":
    case "TransactionPayoutReversed":
    case "TransactionRefundReversed":
      return event.reversedAt;
    case "TransactionReceiptDecided":
      return event.decidedAt;
    case "TransactionPaymentFailed":
    case "TransactionPayoutFailed":
    case "TransactionRefundFailed":
    case "TransactionFailed":
      return event.failedAt;
    case "TransactionCancelRequested":
    case "TransactionHoldRequested":
    case "TransactionRefundRequested":
    case "TransactionReviewRequested":
      return event.requestedAt;
    default:
      return unreachable(event);
  }
}
