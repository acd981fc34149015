import { PaymentCompleted } from "@sanu/contracts";
import { newId, newReference } from "@sanu/kernel";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** The money is in. The payout's id and reference are made here; they count only if a payout follows. */
export function whenPaymentCompleted(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payment-completed",
    fact: PaymentCompleted,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, paymentId, amountXof }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: {
          kind: "confirm-payment",
          paymentId,
          receivedXof: amountXof,
          payoutId: newId(),
          payoutReference: newReference("PAYOUT_"),
          ...causeOf(needs, given),
        },
      }),
  });
}
