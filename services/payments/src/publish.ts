import {
  PaymentCompleted,
  PaymentDiscrepancyFound,
  PaymentFailed,
  PaymentInitiated,
} from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { PaymentEvent } from "./payment/events.ts";

/** The public form of an event. That a payment was requested concerns nobody else; receipts stay private. */
export function publish(event: PaymentEvent): PublicFact | undefined {
  const { paymentId, transactionId } = event;
  const ofPayment = { paymentId, transactionId };
  switch (event.type) {
    case "PaymentRequested":
      return undefined;
    case "PaymentInitiated": {
      const { channel, initiatedAt } = event;
      return publicFact(PaymentInitiated, { ...ofPayment, channel, initiatedAt });
    }
    case "PaymentCompleted": {
      const { amountXof, completedAt } = event;
      return publicFact(PaymentCompleted, { ...ofPayment, amountXof, completedAt });
    }
    case "PaymentFailed": {
      const { reason, failedAt } = event;
      return publicFact(PaymentFailed, { ...ofPayment, reason, failedAt });
    }
    case "PaymentDiscrepancyFound": {
      const { discrepancy, receivedXof, foundAt } = event;
      const data = { ...ofPayment, discrepancy, receivedXof, foundAt };
      return publicFact(PaymentDiscrepancyFound, data);
    }
    default:
      return unreachable(event);
  }
}
