import { PaymentDiscrepancyFound } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** Money came in late, twice or in another amount: it goes back. */
export function whenPaymentDiscrepancyFound(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payment-discrepancy-found",
    fact: PaymentDiscrepancyFound,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, paymentId, discrepancy, received, receiptId }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: {
          kind: "report-discrepancy",
          paymentId,
          discrepancy,
          received,
          receiptId,
          refundId: newId(),
          ...causeOf(needs, given),
        },
      }),
  });
}
