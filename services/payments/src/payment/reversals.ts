import type { Instant } from "@sanu/kernel";
import type { SeenReversal } from "./commands.ts";
import type { PaymentEvent } from "./events.ts";
import { isOpen, type OrderedPayment } from "./state.ts";

/**
 * What follows from receipts that the provider took back: each that was counted is reversed, once. Where nothing came
 * but what is gone again, the open payment has failed: that money was never ours to deal with.
 */
export function eventsOfReversals(
  state: OrderedPayment,
  reversals: readonly SeenReversal[],
  at: Instant,
): readonly PaymentEvent[] {
  const { paymentId, transactionId } = state;
  const ids = { paymentId, transactionId };
  if (isOpen(state)) {
    if (reversals.length === 0) return [];
    return [{ type: "PaymentFailed", v: 1, ...ids, reason: "refused-by-provider", failedAt: at }];
  }
  return state.receipts.flatMap(({ receiptReference, amountXof: reversedXof, isReversed }) => {
    const reversal = reversals.find((one) => one.receiptReference === receiptReference);
    if (reversal === undefined || isReversed) return [];
    const { reversedAt } = reversal;
    const found = { reversedXof, receiptReference, reversedAt, foundAt: at };
    return [{ type: "PaymentReversed" as const, v: 1 as const, ...ids, ...found }];
  });
}
