import type { Statement } from "@sanu/platform";
import type { TransactionEvent } from "../transaction/events.ts";
import type { Order } from "../transaction/state.ts";
import { releaseAllowance, useAllowance } from "./allowance.ts";
import { endPrompt } from "./number-prompts.ts";
import { forgetOwed, forgetOwedOfPayout, noteOwed } from "./owed-return.ts";
import { freeReceiver } from "./receiver-use.ts";

/** What the guards must learn with events: always in the month of the order. */
export function guardWrites(events: readonly TransactionEvent[], order: Order): Statement[] {
  return events.flatMap((event) => [...endPrompt(event), ...writesOf(event, order)]);
}

function writesOf(event: TransactionEvent, order: Order): Statement[] {
  const { accountId, limitMonth: month, amountXof, transactionId } = order;
  switch (event.type) {
    case "TransactionCompleted":
      return [useAllowance({ accountId, month, amountXof }), forgetOwedOfPayout(transactionId)];
    case "TransactionFailed":
      return [
        releaseAllowance({ accountId, month, amountXof }),
        ...(order.receiverKind === "bolt11" ? [freeReceiver(transactionId)] : []),
      ];
    case "TransactionRefundRequested": {
      const { returnKey, reason } = event;
      return [noteOwed({ transactionId, returnKey, isOfPayout: reason === "payout-failed" })];
    }
    case "TransactionReviewRequested": {
      const { returnKey, owed } = event;
      if (returnKey === null || owed === null) return [];
      const isOfPayout = owed.reason === "payout-failed";
      return [noteOwed({ transactionId, returnKey, isOfPayout })];
    }
    case "TransactionRefundSettled":
      return [forgetOwed(transactionId, event.returnKey)];
    default:
      return [];
  }
}
