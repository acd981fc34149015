import type { Statement } from "@sanu/platform";
import type { TransactionEvent } from "../transaction/events.ts";
import type { Order } from "../transaction/state.ts";
import { releaseAllowance, useAllowance } from "./allowance.ts";
import { freeReceiver } from "./receiver-use.ts";

/** What the guards must learn in the transaction of an ending, always in the month of the order. */
export function guardWrites(events: readonly TransactionEvent[], order: Order): Statement[] {
  const { accountId, limitMonth: month, amountXof, transactionId } = order;
  return events.flatMap((event) => {
    switch (event.type) {
      case "TransactionCompleted":
        return [useAllowance({ accountId, month, amountXof })];
      case "TransactionFailed":
        return [
          releaseAllowance({ accountId, month, amountXof }),
          ...(order.receiverKind === "bolt11" ? [freeReceiver(transactionId)] : []),
        ];
      default:
        return [];
    }
  });
}
