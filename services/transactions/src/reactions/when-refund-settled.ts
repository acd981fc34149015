import { RefundSettled } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** The payer has her francs again; a transaction that waited for that fails now, and owes nothing. */
export function whenRefundSettled(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-refund-settled",
    fact: RefundSettled,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, refundId, money }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: { kind: "settle-refund", refundId, money, fee: null, ...causeOf(needs, given) },
      }),
  });
}
