import { PaymentDiscrepancyFound } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** Money came in late, twice or in another amount: a person has to look. */
export function whenPaymentDiscrepancyFound(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payment-discrepancy-found",
    fact: PaymentDiscrepancyFound,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, paymentId, discrepancy, receivedXof }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: {
          kind: "report-discrepancy",
          paymentId,
          discrepancy,
          receivedXof,
          ...causeOf(needs, given),
        },
      }),
  });
}
