import { PayoutFailed } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** The money was not sent and will not be: it goes back to where it came from. */
export function whenPayoutFailed(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payout-failed",
    fact: PayoutFailed,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, payoutId, reason }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: {
          kind: "fail-payout",
          payoutId,
          reason,
          refundId: newId(),
          ...causeOf(needs, given),
        },
      }),
  });
}
