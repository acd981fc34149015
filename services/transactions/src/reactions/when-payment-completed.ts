import { PaymentCompleted } from "@sanu/contracts";
import { newId, newReference } from "@sanu/kernel";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** The money is in. The ids of a payout and of a refund are made here; they count only if one follows. */
export function whenPaymentCompleted(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payment-completed",
    fact: PaymentCompleted,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, paymentId, received, receiptId }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: {
          kind: "confirm-payment",
          paymentId,
          received,
          receiptId,
          refundId: newId(),
          payoutId: newId(),
          payoutReference: newReference("PAYOUT_"),
          ...causeOf(needs, given),
        },
      }),
  });
}
