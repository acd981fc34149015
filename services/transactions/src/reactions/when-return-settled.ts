import { ReturnSettled } from "@sanu/contracts";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

/** The seller has her sats again; a sale that waited for that fails now, and owes nothing. */
export function whenReturnSettled(needs: ReactionNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-return-settled",
    fact: ReturnSettled,
    aggregateId: ({ transactionId }) => transactionId,
    react: ({ transactionId, refundId, amountSats, feeSats }, given) =>
      carryOut(needs, given, {
        transactionId,
        command: {
          kind: "settle-refund",
          refundId,
          money: { currency: "SATS", amountSats },
          fee: { currency: "SATS", amountSats: feeSats },
          ...causeOf(needs, given),
        },
      }),
  });
}
