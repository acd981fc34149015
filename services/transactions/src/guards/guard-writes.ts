import type { Statement } from "@sanu/platform";
import type { TransactionEvent } from "../transaction/events.ts";
import type { ExistingTransaction } from "../transaction/state.ts";
import { consumeAllowance, releaseAllowance } from "./allowance.ts";
import { countFailure } from "./failed-payouts.ts";
import { type FloatContext, floatWrites } from "./float-writes.ts";
import { releasePrompt } from "./number-prompts.ts";
import {
  deleteOpenRefund,
  deleteOpenRefundOfPayout,
  insertOpenRefund,
  isStillOpen,
} from "./open-refunds.ts";
import { personWrites } from "./persons.ts";
import { releaseReceiver } from "./receiver-use.ts";

/** What the guards must learn with events and the state behind them: always in the month of the order. */
export function guardWrites(
  events: readonly TransactionEvent[],
  state: ExistingTransaction,
  context: FloatContext,
): Statement[] {
  const { order } = state;
  return [
    ...events.flatMap((event) => [
      ...releasePrompt(event),
      ...countFailure(event, order),
      ...writesOf(event, state),
      ...personWrites(event, order),
    ]),
    // The last: whoever has a share of a float waits for nobody.
    ...floatWrites(events, state, context),
  ];
}

function writesOf(event: TransactionEvent, state: ExistingTransaction): Statement[] {
  const { order } = state;
  const { accountId, limitMonth: month, amountXof, transactionId } = order;
  switch (event.type) {
    case "TransactionCompleted":
      return [
        consumeAllowance({ accountId, month, amountXof }),
        deleteOpenRefundOfPayout(transactionId),
      ];
    case "TransactionFailed":
      return [
        releaseAllowance({ accountId, month, amountXof }),
        ...(order.receiverKind === "bolt11" ? [releaseReceiver(transactionId)] : []),
      ];
    case "TransactionRefundRequested": {
      const { receiptId, reason } = event;
      return [
        insertOpenRefund({ transactionId, receiptId, isOfPayout: reason === "payout-failed" }),
      ];
    }
    case "TransactionReviewRequested": {
      const { receiptId, refund } = event;
      if (receiptId === null || refund === null) return [];
      const isOfPayout = refund.reason === "payout-failed";
      return [insertOpenRefund({ transactionId, receiptId, isOfPayout })];
    }
    case "TransactionPaymentReversed":
    case "TransactionRefundSettled":
    case "TransactionRefundFailed":
    case "TransactionRefundReversed": {
      const { receiptId } = event;
      if (!isStillOpen(state, receiptId)) return [deleteOpenRefund(transactionId, receiptId)];
      return [insertOpenRefund({ transactionId, receiptId, isOfPayout: false })];
    }
    // What was taken back and said to stand again is open for as long as somebody is asked whether it is owed.
    case "TransactionReviewResolved":
      return state.refunds
        .filter(({ receiptId }) => !isStillOpen(state, receiptId))
        .map(({ receiptId }) => deleteOpenRefund(transactionId, receiptId));
    default:
      return [];
  }
}
