import { GetPayer, PaymentCompleted } from "@sanu/contracts";
import { newId, newReference } from "@sanu/kernel";
import { type Database, defineReaction, type Messaging, type Reaction } from "@sanu/platform";
import {
  beyondMonthConstraint,
  countForPayer,
  type Persons,
  refusePayoutBeyondMonth,
} from "../guards/persons.ts";
import { refusePayoutIfSuspended, suspensionConstraints } from "../guards/suspensions.ts";
import { updatePayer } from "../personal-data/private-row.ts";
import type { HoldCause } from "../transaction/events.ts";
import { askPayments } from "./ask-payments.ts";
import { type ReactionDeps, reactionName, runCommand } from "./transaction-reaction.ts";

const heldBy: Readonly<Record<string, HoldCause>> = {
  [suspensionConstraints.payouts]: "account-suspended",
  [beyondMonthConstraint]: "number-limit",
};

export interface PaymentDeps extends ReactionDeps {
  readonly database: Database;
  readonly request: Messaging["request"];
  readonly persons: Pick<Persons, "nameOf">;
}

/** Money is in. The payout begins in the commit in which its account is not suspended and its number has as much of the month, or is held. */
export function whenPaymentCompleted(deps: PaymentDeps): Reaction {
  return defineReaction({
    name: reactionName(PaymentCompleted.name),
    fact: PaymentCompleted,
    aggregateId: ({ transactionId }) => transactionId,
    async react({ transactionId, paymentId, received, receiptId, isPayerNamed }, given) {
      const at = deps.clock.now();
      // Null where it is deleted by now.
      const { number } = isPayerNamed
        ? await askPayments(deps, GetPayer, { paymentId }, given)
        : { number: null };
      const ofPayer =
        number === null
          ? []
          : [
              ...countForPayer(deps.persons, { transactionId, number }),
              updatePayer(transactionId, number),
            ];
      const ids = {
        refundId: newId<"RefundId">(),
        payoutId: newId<"PayoutId">(),
        payoutReference: newReference("PAYOUT_"),
      };
      const receipt = { kind: "confirm-payment", paymentId, received, receiptId, ...ids } as const;
      const writes = [
        ...ofPayer,
        refusePayoutIfSuspended(transactionId),
        refusePayoutBeyondMonth(transactionId),
      ];
      const result = await runCommand(deps, given, { transactionId, command: receipt, at, writes });
      const heldFor = result.kind === "constraint" ? heldBy[result.constraint] : undefined;
      if (heldFor === undefined) return result;
      const command = { ...receipt, heldFor };
      return runCommand(deps, given, { transactionId, command, at, writes: ofPayer });
    },
  });
}
