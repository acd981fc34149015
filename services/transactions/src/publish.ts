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
    case "TransactionCreated": {
      const { type: _type, v: _v, ...data } = event;
      return publicFact(TransactionCreated, data);
    }
    case "TransactionPaid": {
      const { type: _type, v: _v, receiptId: _receipt, ...data } = event;
      return publicFact(TransactionPaid, data);
    }
    case "TransactionCompleted": {
      const { type: _type, v: _v, completedDay: _day, fee: _fee, ...data } = event;
      return publicFact(TransactionCompleted, data);
    }
    case "TransactionFailed": {
      const { type: _type, v: _v, ...data } = event;
      return publicFact(TransactionFailed, data);
    }
    case "TransactionCancelRequested": {
      const { type: _type, v: _v, ...data } = event;
      return publicFact(TransactionCancelRequested, data);
    }
    case "TransactionRefundRequested": {
      const { type: _type, v: _v, ...data } = event;
      return publicFact(TransactionRefundRequested, data);
    }
    case "TransactionReviewRequested": {
      const { transactionId, reason, requestedAt } = event;
      return publicFact(TransactionReviewRequested, { transactionId, reason, requestedAt });
    }
    case "TransactionReviewResolved": {
      const { type: _type, v: _v, ...data } = event;
      return publicFact(TransactionReviewResolved, data);
    }
    case "TransactionPaymentLinked":
    case "TransactionPaymentHeld":
    case "TransactionPaymentFailed":
    case "TransactionPayoutFailed":
    case "TransactionRefundSettled":
    case "TransactionRefundFailed":
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
