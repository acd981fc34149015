import { PayoutFailed } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** The sats were not sent and will not be: the money is still owed, and a person has to look. */
export function whenPayoutFailed(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payout-failed",
    fact: PayoutFailed,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, payoutId, reason }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: { kind: "fail-payout", payoutId, reason, ...causeOf(needs, given) },
      }),
  });
}
