import { RefundOutcomeUnknown } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** Nobody knows for a long time whether francs are back: a person has to look. */
export function whenRefundOutcomeUnknown(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-refund-outcome-unknown",
    fact: RefundOutcomeUnknown,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, refundId }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: { kind: "refund-unknown", refundId, ...causeOf(needs, given) },
      }),
  });
}
