import { ReturnFailed } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** Sats could not go back to where they were sent: the seller is asked for an invoice. */
export function whenReturnFailed(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-return-failed",
    fact: ReturnFailed,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, refundId, reason }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: { kind: "fail-refund", refundId, reason, ...causeOf(needs, given) },
      }),
  });
}
