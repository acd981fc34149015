import { ReturnOutcomeUnknown } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** Nobody knows for a long time whether sats are back: a person has to look. */
export function whenReturnOutcomeUnknown(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-return-outcome-unknown",
    fact: ReturnOutcomeUnknown,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, refundId }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: { kind: "refund-unknown", refundId, ...causeOf(needs, given) },
      }),
  });
}
