import {
  AccountClosed,
  AccountClosingRefused,
  TransactionCancelRequested,
  TransactionCompleted,
  TransactionCreated,
  TransactionFailed,
  TransactionPaid,
  TransactionRefundRequested,
  TransactionReviewRequested,
  TransactionReviewResolved,
} from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { CustomerEvent } from "./customer/events.ts";
import type { TransactionEvent } from "./transaction/events.ts";

/**
 * The public form of an event. That a link is there and that money is held concerns nobody else; the ends of legs
 * and refunds were told by those who published them.
 */
export function publish(event: TransactionEvent): PublicFact | undefined {
  switch (event.type) {
    case "TransactionCreated":
      return publicFact(TransactionCreated, event);
    case "TransactionPaid":
      return publicFact(TransactionPaid, event);
    case "TransactionCompleted":
      return publicFact(TransactionCompleted, event);
    case "TransactionFailed":
      return publicFact(TransactionFailed, event);
    case "TransactionCancelRequested":
      return publicFact(TransactionCancelRequested, event);
    case "TransactionRefundRequested":
      return publicFact(TransactionRefundRequested, event);
    case "TransactionReviewRequested":
      return publicFact(TransactionReviewRequested, event);
    case "TransactionReviewResolved":
      return publicFact(TransactionReviewResolved, event);
    case "TransactionPaymentLinked":
    case "TransactionPaymentHeld":
    case "TransactionPaymentFailed":
    case "TransactionPayoutFailed":
    case "TransactionRefundSettled":
    case "TransactionRefundFailed":
    case "TransactionPaymentReversed":
    case "TransactionPayoutReversed":
    case "TransactionRefundReversed":
      return undefined;
    default:
      return unreachable(event);
  }
}

/** The reply to the request of an erasure. */
export function publishCustomer(event: CustomerEvent): PublicFact {
  const { accountId, erasureId, at } = event;
  switch (event.type) {
    case "CustomerClosed":
      return publicFact(AccountClosed, { accountId, erasureId, closedAt: at });
    case "CustomerClosingRefused": {
      const { open } = event;
      return publicFact(AccountClosingRefused, { accountId, erasureId, open, refusedAt: at });
    }
    default:
      return unreachable(event);
  }
}
