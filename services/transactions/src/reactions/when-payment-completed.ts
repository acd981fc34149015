import { PaymentCompleted } from "@sanu/contracts";
import { newId, newReference } from "@sanu/kernel";
import { type Database, defineReaction, type Reaction } from "@sanu/platform";
import {
  refusePayoutIfSuspended,
  suspensionConstraints,
  suspensionTable,
} from "../guards/suspensions.ts";
import { type ReactionDeps, reactionName, runCommand } from "./transaction-reaction.ts";

export interface PaymentDeps extends ReactionDeps {
  readonly database: Database;
}

/** Money is in. The payout begins in the commit in which its account is not suspended, or is held. */
export function whenPaymentCompleted(deps: PaymentDeps): Reaction {
  const isSuspensionKnown = suspensionTable(deps.database);
  return defineReaction({
    name: reactionName(PaymentCompleted.name),
    fact: PaymentCompleted,
    aggregateId: ({ transactionId }) => transactionId,
    async react({ transactionId, paymentId, received, receiptId }, given) {
      const at = deps.clock.now();
      const ids = {
        refundId: newId<"RefundId">(),
        payoutId: newId<"PayoutId">(),
        payoutReference: newReference("PAYOUT_"),
      };
      const receipt = { kind: "confirm-payment", paymentId, received, receiptId, ...ids } as const;
      const writes = (await isSuspensionKnown()) ? [refusePayoutIfSuspended(transactionId)] : [];
      const result = await runCommand(deps, given, { transactionId, command: receipt, at, writes });
      const isSuspended =
        result.kind === "constraint" && result.constraint === suspensionConstraints.payouts;
      if (!isSuspended) return result;
      const command = { ...receipt, isAccountSuspended: true };
      return runCommand(deps, given, { transactionId, command, at });
    },
  });
}
