import { fold } from "@sanu/kernel";
import type { EventStore } from "@sanu/platform";
import { payment } from "../payment/decide.ts";
import type { PaymentEvent } from "../payment/events.ts";
import { findRefundable } from "../payment/find-refundable.ts";
import type { RefundOrder } from "../refund/state.ts";

/** Read anew each time: right before a call the newest word of the provider counts. */
export function stillOurs(store: Pick<EventStore<PaymentEvent>, "load">) {
  return async ({ paymentId, receiptReference, amountXof }: RefundOrder): Promise<boolean> => {
    const { events } = await store.load(paymentId);
    const wanted = { receiptId: receiptReference, amountXof };
    return findRefundable(fold(payment, events), wanted) !== undefined;
  };
}
