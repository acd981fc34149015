import { PayoutOutcomeUnknown } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** Nobody knows for a long time whether the money arrived: a person has to look. */
export function whenPayoutOutcomeUnknown(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payout-outcome-unknown",
    fact: PayoutOutcomeUnknown,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, payoutId }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: { kind: "payout-unknown", payoutId, ...causeOf(needs, given) },
      }),
  });
}
