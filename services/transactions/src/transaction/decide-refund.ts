import { amountIn, isSameMoney } from "@sanu/contracts";
import { accepted, type Decision, nothingNew, refused, unreachable } from "@sanu/kernel";
import type { FailRefund, RefundCommand, SettleRefund } from "./commands.ts";
import { askedIfRestored } from "./decide-contradiction.ts";
import type { TransactionEvent } from "./events.ts";
import { expectedOf, missingOf } from "./money.ts";
import type { UnknownRefusal } from "./refusals.ts";
import { review, reviewRequested, reviewUnknown } from "./review.ts";
import type { ExistingTransaction, Refund } from "./state.ts";

type RefundDecision = Decision<TransactionEvent, UnknownRefusal>;

export function decideRefund(state: ExistingTransaction, command: RefundCommand): RefundDecision {
  const { refundId } = command;
  const found = state.refunds.find(({ refundIds }) => refundIds.includes(refundId));
  if (found === undefined) return refused("unknown-refund");
  switch (command.kind) {
    case "settle-refund":
      return settleRefund(state, found, command);
    case "fail-refund":
      return failRefund(state, found, command);
    case "refund-unknown": {
      const isOpen = found.state === "requested" && isNewest(found, refundId);
      const about = { about: "refund", receiptId: found.receiptId, refundId } as const;
      return isOpen ? reviewUnknown(state, about, command) : nothingNew();
    }
    default:
      return unreachable(command);
  }
}

function isNewest({ refundIds }: Refund, refundId: string): boolean {
  return refundIds.at(-1) === refundId;
}

function settleRefund(
  state: ExistingTransaction,
  found: Refund,
  command: SettleRefund,
): RefundDecision {
  const { refundId, money, fee, at: settledAt } = command;
  const expected = expectedOf(found);
  if (found.settledBy === refundId && isSameMoney(money, found.arrived ?? expected)) {
    return nothingNew();
  }
  // An older refund, other money, or money that the staff refunded as well: it may be back twice.
  const isExpected = isNewest(found, refundId) && found.state !== "settled";
  if (!isExpected || money.currency !== expected.currency) {
    return review(state, "contradicting-facts", command);
  }
  const { transactionId } = state.order;
  const { receiptId } = found;
  const settled = { v: 1, transactionId, receiptId, refundId, settledAt } as const;
  const missing = missingOf(expected, money);
  if (missing === 0n) return accepted({ type: "TransactionRefundSettled", ...settled, fee });
  // What did not arrive went to the provider, out of the refund: it is still owed.
  const taken = missing > 0n ? amountIn(money.currency, missing) : null;
  const other = { ...settled, fee: fee ?? taken, arrived: money };
  return accepted({ type: "TransactionRefundSettled", ...other });
}

function failRefund(
  state: ExistingTransaction,
  found: Refund,
  command: FailRefund,
): RefundDecision {
  const { refundId, reason, at: failedAt } = command;
  if (found.settledBy === refundId) return review(state, "contradicting-facts", command);
  if (found.state !== "requested" || !isNewest(found, refundId)) return nothingNew();
  const { transactionId } = state.order;
  const { receiptId } = found;
  const asks = found.money.currency === "XOF" ? "refund-failed" : "return-address-needed";
  return accepted<TransactionEvent>(
    {
      type: "TransactionRefundFailed",
      v: 1,
      transactionId,
      receiptId,
      refundId,
      reason,
      ...(command.uncounted && { uncounted: command.uncounted }),
      failedAt,
    },
    reviewRequested(state, asks, command, { about: "refund", receiptId }),
    ...askedIfRestored(state, command, { receiptId }),
  );
}
