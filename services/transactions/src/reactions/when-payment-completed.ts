import { GetPayer, PaymentCompleted } from "@sanu/contracts";
import { newId, newReference, type PaymentId } from "@sanu/kernel";
import {
  type Database,
  defineReaction,
  type Messaging,
  PeerUnavailableError,
  type Reaction,
  type ReactionInput,
} from "@sanu/platform";
import {
  beyondMonthConstraint,
  countForPayer,
  type PayerNames,
  refusePayoutBeyondMonth,
} from "../guards/persons.ts";
import {
  refusePayoutIfSuspended,
  suspensionConstraints,
  suspensionTable,
} from "../guards/suspensions.ts";
import type { HoldCause } from "../transaction/events.ts";
import { type ReactionDeps, reactionName, runCommand } from "./transaction-reaction.ts";

const heldBy: Readonly<Record<string, HoldCause>> = {
  [suspensionConstraints.payouts]: "account-suspended",
  [beyondMonthConstraint]: "number-limit",
};

export const payerLimits = { requestTimeoutMs: 2_000 } as const;

export interface PaymentDeps extends ReactionDeps {
  readonly database: Database;
  readonly request: Messaging["request"];
  readonly persons: PayerNames;
}

/** Money is in. The payout begins in the commit in which its account is not suspended and its number has as much of the month, or is held. */
export function whenPaymentCompleted(deps: PaymentDeps): Reaction {
  const isSuspensionKnown = suspensionTable(deps.database);
  return defineReaction({
    name: reactionName(PaymentCompleted.name),
    fact: PaymentCompleted,
    aggregateId: ({ transactionId }) => transactionId,
    async react({ transactionId, paymentId, received, receiptId, isPayerNamed }, given) {
      const at = deps.clock.now();
      const number = isPayerNamed ? await getPayer(deps, paymentId, given) : null;
      const counted = number === null ? [] : countForPayer(deps.persons, { transactionId, number });
      const ids = {
        refundId: newId<"RefundId">(),
        payoutId: newId<"PayoutId">(),
        payoutReference: newReference("PAYOUT_"),
      };
      const receipt = { kind: "confirm-payment", paymentId, received, receiptId, ...ids } as const;
      const writes = [
        ...counted,
        ...((await isSuspensionKnown()) ? [refusePayoutIfSuspended(transactionId)] : []),
        ...refusePayoutBeyondMonth(transactionId, deps.persons),
      ];
      const result = await runCommand(deps, given, { transactionId, command: receipt, at, writes });
      const heldFor = result.kind === "constraint" ? heldBy[result.constraint] : undefined;
      if (heldFor === undefined) return result;
      const command = { ...receipt, heldFor };
      return runCommand(deps, given, { transactionId, command, at, writes: counted });
    },
  });
}

/** Null where it is deleted by now. Throws while payments cannot say: the fact comes again soon. */
async function getPayer(
  { request }: Pick<PaymentDeps, "request">,
  paymentId: PaymentId,
  { context }: ReactionInput,
): Promise<string | null> {
  const options = { context, timeoutMs: payerLimits.requestTimeoutMs };
  const reply = await request(GetPayer, { paymentId }, options);
  if (reply.kind === "replied") return reply.data.number;
  if (reply.kind === "unavailable" && reply.cause !== "malformed-reply") {
    throw new PeerUnavailableError(`payments cannot be asked who paid: ${reply.cause}`);
  }
  throw new Error(`payments did not reply who paid ${paymentId}: ${reply.kind}`);
}
