import {
  TransactionCompleted,
  TransactionCreated,
  TransactionFailed,
  TransactionPaid,
  TransactionReviewRequested,
} from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { TransactionEvent } from "./transaction/events.ts";

/** The public form of an event; a recorded link and held money concern nobody else. */
export function publish(event: TransactionEvent): PublicFact | undefined {
  switch (event.type) {
    case "TransactionCreated": {
      const { type: _type, v: _v, ...data } = event;
      return publicFact(TransactionCreated, data);
    }
    case "TransactionPaid": {
      const { type: _type, v: _v, ...data } = event;
      return publicFact(TransactionPaid, data);
    }
    case "TransactionCompleted": {
      const { type: _type, v: _v, completedDay: _day, ...data } = event;
      return publicFact(TransactionCompleted, data);
    }
    case "TransactionFailed": {
      const { type: _type, v: _v, ...data } = event;
      return publicFact(TransactionFailed, data);
    }
    case "TransactionReviewRequested": {
      const { transactionId, reason, requestedAt } = event;
      return publicFact(TransactionReviewRequested, { transactionId, reason, requestedAt });
    }
    case "TransactionPaymentLinked":
    case "TransactionPaymentHeld":
      return undefined;
    default:
      return unreachable(event);
  }
}
