import { PaymentFailed } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** Nothing will be paid: the transaction fails and gives back what it reserved. */
export function whenPaymentFailed(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payment-failed",
    fact: PaymentFailed,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, paymentId, reason }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: { kind: "fail-payment", paymentId, reason, ...causeOf(needs, given) },
      }),
  });
}
