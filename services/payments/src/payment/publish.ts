import {
  PaymentCompleted,
  PaymentDiscrepancyFound,
  PaymentFailed,
  PaymentInitiated,
  PaymentOutcomeUnknown,
  PaymentReversed,
} from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { PaymentEvent } from "./events.ts";

/** The public form of an event. That a payment was requested concerns nobody else. */
export function publishPayment(event: PaymentEvent): PublicFact | undefined {
  const { paymentId, transactionId } = event;
  const ofPayment = { paymentId, transactionId };
  switch (event.type) {
    case "PaymentRequested":
    case "PaymentCancelRequested":
      return undefined;
    case "PaymentOutcomeUnknown":
      return publicFact(PaymentOutcomeUnknown, { ...ofPayment, since: event.since });
    case "PaymentInitiated": {
      const { channel, initiatedAt } = event;
      return publicFact(PaymentInitiated, { ...ofPayment, channel, initiatedAt });
    }
    case "PaymentCompleted": {
      const { amountXof, receiptReference: receiptId, completedAt } = event;
      const received = { currency: "XOF", amountXof } as const;
      return publicFact(PaymentCompleted, { ...ofPayment, received, receiptId, completedAt });
    }
    case "PaymentFailed": {
      const { reason, failedAt } = event;
      return publicFact(PaymentFailed, { ...ofPayment, reason, failedAt });
    }
    case "PaymentDiscrepancyFound": {
      const { discrepancy, receivedXof, receiptReference: receiptId, foundAt } = event;
      const received = { currency: "XOF", amountXof: receivedXof } as const;
      const data = { ...ofPayment, discrepancy, received, receiptId, foundAt };
      return publicFact(PaymentDiscrepancyFound, data);
    }
    case "PaymentReversed": {
      const { reversedXof: amountXof, receiptReference: receiptId, reversedAt } = event;
      const money = { currency: "XOF", amountXof } as const;
      return publicFact(PaymentReversed, { ...ofPayment, money, receiptId, reversedAt });
    }
    default:
      return unreachable(event);
  }
}
