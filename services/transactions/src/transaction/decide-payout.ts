import { isSameMoney } from "@sanu/contracts";
import { accepted, type Decision, nothingNew, refused, unreachable } from "@sanu/kernel";
import type { FailPayout, PayoutCommand, SettlePayout } from "./commands.ts";
import { askedIfRestored } from "./decide-contradiction.ts";
import { isDenied, isTakenBack } from "./due.ts";
import type { TransactionEvent } from "./events.ts";
import { orderedIn, orderedOut } from "./money.ts";
import { type RefundDue, requestRefund } from "./refund.ts";
import type { UnknownRefusal } from "./refusals.ts";
import { review, reviewRequested, reviewUnknown } from "./review.ts";
import { type ExistingTransaction, payoutOf } from "./state.ts";

type PayoutDecision = Decision<TransactionEvent, UnknownRefusal>;

export function decidePayout(state: ExistingTransaction, command: PayoutCommand): PayoutDecision {
  if (payoutOf(state)?.payoutId !== command.payoutId) return refused("unknown-payout");
  switch (command.kind) {
    case "settle-payout":
      return settlePayout(state, command);
    case "fail-payout":
      return failPayout(state, command);
    case "payout-unknown":
      return state.status === "paid"
        ? reviewUnknown(state, { about: "payout" }, command)
        : nothingNew();
    default:
      return unreachable(command);
  }
}

function settlePayout(state: ExistingTransaction, command: SettlePayout): PayoutDecision {
  const { order } = state;
  if (!isSameMoney(command.sent, orderedOut(order))) {
    return review(state, "contradicting-facts", command);
  }
  if (state.status === "completed") return nothingNew();
  // Once a refund is ordered, a payout that arrived all the same is money paid twice.
  if (isRefundOrdered(state)) return review(state, "contradicting-facts", command);
  const { transactionId, accountId, transactionType, amountXof, amountSats } = order;
  return accepted({
    type: "TransactionCompleted",
    v: 1,
    transactionId,
    accountId,
    transactionType,
    amountXof,
    amountSats,
    payoutId: command.payoutId,
    fee: command.fee,
    completedDay: command.day,
    completedAt: command.at,
  });
}

function isRefundOrdered({ status, refunds }: ExistingTransaction): boolean {
  if (status === "failed") return true;
  return refunds.some((one) => one.reason === "payout-failed" && one.state !== "due");
}

function failPayout(state: ExistingTransaction, command: FailPayout): PayoutDecision {
  if (state.status === "completed") return review(state, "contradicting-facts", command);
  if (state.status !== "paid") return nothingNew();
  const { payoutId, reason, uncounted, refundId, causeId, at } = command;
  const { transactionId } = state.order;
  const money = orderedIn(state.order);
  const { receiptId } = state.payout;
  const refund = { money, receiptId, reason: "payout-failed", refundId, causeId, at } as const;
  return accepted<TransactionEvent>(
    {
      type: "TransactionPayoutFailed",
      v: 1,
      transactionId,
      payoutId,
      reason,
      ...(uncounted && { uncounted }),
      failedAt: at,
    },
    ...dueAfter(state, command, refund),
  );
}

/** What the provider took back is owed to nobody, unless it stands again; of what it denies nothing is ordered before that is decided. */
function dueAfter(
  state: ExistingTransaction,
  command: FailPayout,
  refund: RefundDue,
): readonly TransactionEvent[] {
  const { receiptId, money, reason } = refund;
  if (isTakenBack(state, receiptId)) return askedIfRestored(state, command, { receiptId, money });
  if (!isDenied(state, receiptId)) return [requestRefund(state, refund)];
  const about = { about: "refund", receiptId, refund: { money, reason } } as const;
  return [reviewRequested(state, "refund-failed", command, about)];
}
