import { PaymentOutcomeUnknown } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** Nobody knows for a long time whether the money is in: a person has to look. */
export function whenPaymentOutcomeUnknown(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payment-outcome-unknown",
    fact: PaymentOutcomeUnknown,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, paymentId }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: { kind: "payment-unknown", paymentId, ...causeOf(needs, given) },
      }),
  });
}
