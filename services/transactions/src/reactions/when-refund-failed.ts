import { RefundFailed } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** Francs could not go back: a person has to look. */
export function whenRefundFailed(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-refund-failed",
    fact: RefundFailed,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, refundId, reason }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: { kind: "fail-refund", refundId, reason, ...causeOf(needs, given) },
      }),
  });
}
