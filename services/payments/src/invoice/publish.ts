import {
  PaymentCompleted,
  PaymentDiscrepancyFound,
  PaymentFailed,
  PaymentInitiated,
  PaymentOutcomeUnknown,
  paymentsOutcomeFacts,
  paymentsVerdictFacts,
} from "@sanu/contracts";
import { unreachable, verdictOf } from "@sanu/kernel";
import { type PublicFact, publicContradiction, publicFact } from "@sanu/platform";
import type { InvoiceEvent } from "./events.ts";

/** The channel of every sale's payment. */
export const SALE_CHANNEL = "LIGHTNING";

/** The public form of an event. What is held, and what was wanted of it, concerns nobody else. */
export function publishInvoice(event: InvoiceEvent): PublicFact | undefined {
  const { paymentId, transactionId } = event;
  const ofPayment = { paymentId, transactionId };
  const ofEnd = { ...ofPayment, ...verdictOf(event) };
  switch (event.type) {
    case "InvoiceRequested":
    case "InvoiceHeld":
    case "CaptureRequested":
    case "ReleaseRequested":
      return undefined;
    case "PaymentInitiated": {
      const { initiatedAt } = event;
      return publicFact(PaymentInitiated, { ...ofPayment, channel: SALE_CHANNEL, initiatedAt });
    }
    case "PaymentCompleted": {
      const { amountSats, paymentHash: receiptId, completedAt } = event;
      const received = { currency: "SATS", amountSats } as const;
      return publicFact(PaymentCompleted, { ...ofEnd, received, receiptId, completedAt });
    }
    case "PaymentFailed": {
      const { reason, failedAt } = event;
      return publicFact(PaymentFailed, { ...ofEnd, reason, failedAt });
    }
    case "PaymentDiscrepancyFound": {
      const { discrepancy, receivedSats: amountSats, paymentHash: receiptId, foundAt } = event;
      const received = { currency: "SATS", amountSats } as const;
      const data = { ...ofEnd, discrepancy, received, receiptId, foundAt };
      return publicFact(PaymentDiscrepancyFound, data);
    }
    case "PaymentOutcomeUnknown":
      return publicFact(PaymentOutcomeUnknown, { ...ofPayment, since: event.since });
    case "OutcomeContradicted": {
      const { attemptNumber, found, foundAt } = event;
      const of = { transactionId, leg: "payment", subjectId: paymentId } as const;
      const said = { attemptNumber, found, foundAt };
      return publicFact(paymentsOutcomeFacts.OutcomeContradicted, { ...of, ...said });
    }
    case "VerdictContradicted": {
      const { receipt } = event;
      const leg = { leg: "payment", subjectId: paymentId } as const;
      const shown = receipt && {
        receiptId: receipt.paymentHash,
        money: { currency: "SATS", amountSats: receipt.receivedSats } as const,
      };
      return publicContradiction(paymentsVerdictFacts, leg, event, shown);
    }
    default:
      return unreachable(event);
  }
}
