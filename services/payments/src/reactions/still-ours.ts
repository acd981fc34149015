import { fold } from "@sanu/kernel";
import type { EventStore } from "@sanu/platform";
import { payment } from "../payment/decide.ts";
import type { PaymentEvent } from "../payment/events.ts";
import { findRefundable } from "../payment/find-refundable.ts";
import type { KnownReceipt } from "../payment/state.ts";
import type { RefundOrder } from "../refund/state.ts";

type Wanted = Pick<
  RefundOrder,
  "paymentId" | "receiptReference" | "amountXof" | "earlierRefundIds"
>;

/** Read anew each time: right before a call the newest word of the provider counts. */
export async function ourReceipt(
  store: Pick<EventStore<PaymentEvent>, "load">,
  { paymentId, receiptReference: receiptId, amountXof, earlierRefundIds = [] }: Wanted,
): Promise<KnownReceipt | undefined> {
  const { events } = await store.load(paymentId);
  const isRefundedBefore = earlierRefundIds.length > 0;
  return findRefundable(fold(payment, events), { receiptId, amountXof, isRefundedBefore });
}

export function stillOurs(store: Pick<EventStore<PaymentEvent>, "load">) {
  return async (order: Wanted): Promise<boolean> => (await ourReceipt(store, order)) !== undefined;
}
