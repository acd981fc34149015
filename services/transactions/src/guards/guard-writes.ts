import type { Statement } from "@sanu/platform";
import type { TransactionEvent } from "../transaction/events.ts";
import type { Order } from "../transaction/state.ts";
import { consumeAllowance, releaseAllowance } from "./allowance.ts";
import { countFailure } from "./failed-payouts.ts";
import { type FloatContext, floatWrites } from "./float-writes.ts";
import { releasePrompt } from "./number-prompts.ts";
import { deleteOpenRefund, deleteOpenRefundOfPayout, insertOpenRefund } from "./open-refunds.ts";
import { type CountedPersons, personWrites } from "./persons.ts";
import { releaseReceiver } from "./receiver-use.ts";

export interface GuardContext extends FloatContext {
  readonly persons: CountedPersons;
}

/** What the guards must learn with events: always in the month of the order. */
export function guardWrites(
  events: readonly TransactionEvent[],
  order: Order,
  context: GuardContext,
): Statement[] {
  return [
    ...events.flatMap((event) => [
      ...releasePrompt(event),
      ...countFailure(event, order, context.persons),
      ...writesOf(event, order),
      ...personWrites(event, context.persons),
    ]),
    // The last: whoever has a share of a float waits for nobody.
    ...floatWrites(events, context),
  ];
}

function writesOf(event: TransactionEvent, order: Order): Statement[] {
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
    // What the provider took back is owed to nobody.
    case "TransactionPaymentReversed":
    case "TransactionRefundSettled":
      return [deleteOpenRefund(transactionId, event.receiptId)];
    case "TransactionRefundReversed":
      return [insertOpenRefund({ transactionId, receiptId: event.receiptId, isOfPayout: false })];
    default:
      return [];
  }
}
