import type { RecordReceipts } from "./commands.ts";
import type { PaymentEvent } from "./events.ts";
import { ofAttempt } from "./of-attempt.ts";
import { eventOf, isOpen, type OrderedPayment } from "./state.ts";

/**
 * What follows from receipts that the provider took back: each that was counted is reversed, once. Where nothing came
 * but what is gone again, the open payment has failed: that money was never ours to deal with.
 */
export function eventsOfReversals(
  state: OrderedPayment,
  { reversals, attemptNumber, at }: Pick<RecordReceipts, "reversals" | "attemptNumber" | "at">,
): readonly PaymentEvent[] {
  const of = eventOf(state);
  if (isOpen(state)) {
    if (reversals.length === 0 || attemptNumber !== state.attemptNumber) return [];
    return [{ type: "PaymentFailed", ...of, reason: "refused-by-provider", failedAt: at }];
  }
  return state.receipts.flatMap((receipt) => {
    const { receiptReference, amountXof: reversedXof, isReversed } = receipt;
    const reversal = reversals.find((one) => one.receiptReference === receiptReference);
    if (reversal === undefined || isReversed) return [];
    if (receipt.attemptNumber !== attemptNumber) return [];
    const { reversedAt } = reversal;
    const found = {
      ...ofAttempt(attemptNumber),
      reversedXof,
      receiptReference,
      reversedAt,
      foundAt: at,
    };
    return [{ type: "PaymentReversed" as const, ...of, ...found }];
  });
}
