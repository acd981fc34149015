import { accepted, type Decision, nothingNew, refused } from "@sanu/kernel";
import type { DecideHeld, HoldAccount, HoldCommand, WithholdPayout } from "./commands.ts";
import { askedIfRestored } from "./decide-contradiction.ts";
import { decideOwner } from "./decide-owner.ts";
import { isDenied, isPaidOut, isTakenBack } from "./due.ts";
import type { TransactionEvent } from "./events.ts";
import { orderedIn } from "./money.ts";
import { paid, payoutHeld } from "./paid.ts";
import { requestRefund } from "./refund.ts";
import type { HoldRefusal, RefundInvoiceRefusal, UnknownRefusal } from "./refusals.ts";
import { review } from "./review.ts";
import { type ExistingTransaction, payoutOf } from "./state.ts";

type HoldDecision = Decision<TransactionEvent, HoldRefusal | RefundInvoiceRefusal | UnknownRefusal>;

/** A suspended account's money goes nowhere: what was sent is sent, what was not is held until two of the staff decide. */
export function decideHold(state: ExistingTransaction, command: HoldCommand): HoldDecision {
  if (command.kind === "hold-account") return holdAccount(state, command);
  if (command.kind === "withhold-payout") return withholdPayout(state, command);
  return decideHeld(state, command);
}

/** Only payouts can say whether anybody was asked to send; what is not paid shall not be asked for any more. */
function holdAccount(state: ExistingTransaction, { at }: HoldAccount): HoldDecision {
  if (state.status === "pending") return decideOwner(state, { kind: "cancel", at });
  if (state.status !== "paid" || state.payout.isHoldRequested === true) return nothingNew();
  const { transactionId } = state.order;
  const { payoutId } = state.payout;
  const requested = { transactionId, payoutId, requestedAt: at };
  return accepted({ type: "TransactionHoldRequested", v: 1, ...requested });
}

function withholdPayout(state: ExistingTransaction, command: WithholdPayout): HoldDecision {
  const { payoutId, at } = command;
  if (state.withheld.includes(payoutId)) return nothingNew();
  const payout = payoutOf(state);
  if (payout?.payoutId !== payoutId) return refused("unknown-payout");
  if (state.status !== "paid") return review(state, "contradicting-facts", command);
  const { receiptId } = payout;
  const cause = isDenied(state, receiptId) ? ("payment-denied" as const) : undefined;
  return accepted(
    payoutHeld(state.order, { receiptId, payoutId, cause, at }),
    ...askedIfRestored(state, command, { receiptId, money: orderedIn(state.order) }),
  );
}

function decideHeld(state: ExistingTransaction, command: DecideHeld): HoldDecision {
  const receiptId = heldReceiptOf(state);
  if (receiptId === undefined) return refused("nothing-held");
  if (command.verdict === "release") {
    return accepted(paid(state.order, { ...command, receiptId }, state.withheld));
  }
  // Its provider says that it is out: a release looks for that before anything is sent.
  if (isPaidOut(state, { receiptId })) return refused("nothing-held");
  const { refundId, causeId, at } = command;
  const money = orderedIn(state.order);
  const refund = { money, receiptId, reason: "payout-failed", refundId, causeId, at } as const;
  return accepted(requestRefund(state, refund));
}

function heldReceiptOf(state: ExistingTransaction): string | undefined {
  const { status, orderedReceiptId: receiptId, refunds } = state;
  if (status !== "payout-held" || receiptId === null) return undefined;
  // Whether there is anything to send or to give back is decided first.
  if (isTakenBack(state, receiptId) || isDenied(state, receiptId)) return undefined;
  return refunds.some((one) => one.receiptId === receiptId) ? undefined : receiptId;
}
