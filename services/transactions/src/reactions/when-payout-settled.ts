import { PayoutSettled } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import { defineReaction, type Reaction } from "@sanu/platform";
import { carryOut, causeOf, type ReactionNeeds } from "./carry-out.ts";

export interface SettledNeeds extends ReactionNeeds {
  /** The day of the business calendar, `2026-11-21`. */
  readonly dayOf: (moment: Instant) => string;
}

/** The receiver has the sats, or the XOF of a sale: the transaction is complete. */
export function whenPayoutSettled(needs: SettledNeeds): Reaction {
  return defineReaction({
    name: "transactions.when-payout-settled",
    fact: PayoutSettled,
    aggregateId: ({ transactionId }) => transactionId,
    react({ transactionId, payoutId, sent, fee }, given) {
      const cause = causeOf(needs, given);
      const day = needs.dayOf(cause.at);
      const command = { kind: "settle-payout", payoutId, sent, fee, day, ...cause } as const;
      return carryOut(needs, given, { transactionId, command });
    },
  });
}
