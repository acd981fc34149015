import {
  PaymentCompleted,
  PaymentDiscrepancyFound,
  PaymentFailed,
  PaymentInitiated,
  PaymentOutcomeUnknown,
  PaymentReversed,
  paymentsOutcomeFacts,
  paymentsVerdictFacts,
} from "@sanu/contracts";
import { unreachable, verdictOf } from "@sanu/kernel";
import { type PublicFact, publicContradiction, publicFact } from "@sanu/platform";
import type { PaymentEvent } from "./events.ts";

type Word = Extract<PaymentEvent, { readonly type: "OutcomeContradicted" | "VerdictContradicted" }>;

function countedIn({ counted }: Word) {
  if (counted === undefined) return {};
  const receipts = counted.map(({ receiptReference: receiptId, amountXof, shownXof }) => {
    const money = { currency: "XOF", amountXof } as const;
    if (shownXof === undefined) return { receiptId, money };
    return { receiptId, money, shown: { currency: "XOF", amountXof: shownXof } as const };
  });
  return { counted: receipts };
}

/** The public form of an event. That a payment was requested concerns nobody else. */
export function publishPayment(event: PaymentEvent): PublicFact | undefined {
  const { paymentId, transactionId } = event;
  const ofPayment = { paymentId, transactionId };
  const ofEnd = { ...ofPayment, ...verdictOf(event) };
  switch (event.type) {
    case "PaymentRequested":
    case "PaymentAttemptRejected":
    case "PaymentCancelRequested":
    case "PaymentReceiptConfirmed":
    case "PaymentReceiptCorrected":
      return undefined;
    case "PaymentOutcomeUnknown":
      return publicFact(PaymentOutcomeUnknown, { ...ofPayment, since: event.since });
    case "PaymentInitiated": {
      const { channel, initiatedAt } = event;
      return publicFact(PaymentInitiated, { ...ofPayment, channel, initiatedAt });
    }
    case "PaymentCompleted": {
      const { amountXof, receiptReference: receiptId, isPayerNamed, completedAt } = event;
      const received = { currency: "XOF", amountXof } as const;
      const data = { ...ofEnd, received, receiptId, ...(isPayerNamed && { isPayerNamed }) };
      return publicFact(PaymentCompleted, { ...data, completedAt });
    }
    case "PaymentFailed": {
      const { reason, failedAt } = event;
      return publicFact(PaymentFailed, { ...ofEnd, reason, failedAt });
    }
    case "PaymentDiscrepancyFound": {
      const { discrepancy, receivedXof, receiptReference: receiptId, foundAt } = event;
      const received = { currency: "XOF", amountXof: receivedXof } as const;
      const data = { ...ofEnd, discrepancy, received, receiptId, foundAt };
      return publicFact(PaymentDiscrepancyFound, data);
    }
    case "PaymentReversed": {
      const { reversedXof: amountXof, receiptReference: receiptId, reversedAt } = event;
      const money = { currency: "XOF", amountXof } as const;
      return publicFact(PaymentReversed, { ...ofEnd, money, receiptId, reversedAt });
    }
    case "OutcomeContradicted": {
      const { attemptNumber, found, foundAt } = event;
      const of = { transactionId, leg: "payment", subjectId: paymentId } as const;
      const said = { attemptNumber, found, foundAt, ...countedIn(event) };
      return publicFact(paymentsOutcomeFacts.OutcomeContradicted, { ...of, ...said });
    }
    case "VerdictContradicted": {
      const { receipt } = event;
      const shown = receipt && {
        receiptId: receipt.receiptReference,
        money: { currency: "XOF", amountXof: receipt.receivedXof } as const,
      };
      const leg = { leg: "payment", subjectId: paymentId, ...countedIn(event) } as const;
      return publicContradiction(paymentsVerdictFacts, leg, event, shown);
    }
    default:
      return unreachable(event);
  }
}
