import { accepted, type Decision, refused } from "@sanu/kernel";
import type { DecideDenied } from "./commands.ts";
import { isDenial } from "./contest.ts";
import { denialOf, stuckRefunds } from "./due.ts";
import type { EventOf, TransactionEvent } from "./events.ts";
import { paid, payoutHeld } from "./paid.ts";
import { defaultDestination, refundRequested } from "./refund.ts";
import type { HoldRefusal } from "./refusals.ts";
import type { ExistingTransaction, PayoutHeld, Refund } from "./state.ts";

/**
 * Two of the staff say whether a receipt came that its provider denies. Where it never did, that is a reversal: nothing of it is owed to
 * anybody. Where it did, what waited for that goes on.
 */
export function decideDenied(
  state: ExistingTransaction,
  command: DecideDenied,
): Decision<TransactionEvent, HoldRefusal> {
  const { receiptId, verdict, caseId, at } = command;
  const money = denialOf(state, receiptId)?.denied;
  if (money === undefined) return refused("nothing-denied");
  const { transactionId, paymentId } = state.order;
  const of = { v: 1, transactionId, receiptId, money, caseId } as const;
  const decided: EventOf<"TransactionReceiptDecided"> = {
    type: "TransactionReceiptDecided",
    ...of,
    paymentId,
    verdict,
    decidedAt: at,
  };
  if (verdict === "arrived") return accepted(decided, ...goingOn(state, command));
  return accepted<TransactionEvent>(decided, {
    type: "TransactionPaymentReversed",
    ...of,
    reversedAt: at,
  });
}

/** The payout that was held for it alone, or the refund that nobody has ordered because of it. */
function goingOn(state: ExistingTransaction, command: DecideDenied): readonly TransactionEvent[] {
  const { receiptId, refundId, isSuspended, at } = command;
  const due = dueBecauseOfIt(state, receiptId);
  if (due !== undefined) {
    const destination = defaultDestination(state.order, due.money);
    return destination === null ? [] : [refundRequested(state, due, { refundId, destination, at })];
  }
  if (!isHeldFor(state, receiptId)) return [];
  if (isSuspended !== true) return [paid(state.order, command, state.withheld)];
  const payoutId = state.withheld.at(-1) ?? null;
  return [payoutHeld(state.order, { receiptId, payoutId, cause: "account-suspended", at })];
}

/** Its payout has failed meanwhile. Whatever else is due waits for another decision. */
function dueBecauseOfIt(state: ExistingTransaction, receiptId: string): Refund | undefined {
  const review = state.review.filter((one) => !isDenial(one));
  return stuckRefunds({ ...state, review }).find(
    (one) => one.receiptId === receiptId && one.state === "due" && one.reason === "payout-failed",
  );
}

function isHeldFor(state: ExistingTransaction, receiptId: string): state is PayoutHeld {
  if (state.status !== "payout-held" || state.heldFor !== "payment-denied") return false;
  return state.orderedReceiptId === receiptId;
}
