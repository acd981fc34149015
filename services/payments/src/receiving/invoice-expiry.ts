import type { PaymentId } from "@sanu/kernel";
import { endTimer, type Statement, scheduleTimer, type TimerHandler } from "@sanu/platform";
import type { InvoiceOrder } from "../invoice/state.ts";
import { type ReleasingNeeds, releaseInvoice } from "./release-invoice.ts";

export const INVOICE_EXPIRY_TIMER = "invoice-expiry";

/** An invoice has one expiry, so the timer bears the payment's own id. */
export function scheduleInvoiceExpiry({ paymentId, expiresAt }: InvoiceOrder): Statement {
  return scheduleTimer({
    timerId: paymentId,
    kind: INVOICE_EXPIRY_TIMER,
    subjectId: paymentId,
    dueAt: expiresAt,
  });
}

/** The payment has ended: its expiry means nothing any more. */
export function endInvoiceExpiry(paymentId: PaymentId): Statement {
  return endTimer(paymentId);
}

/** The time of an invoice is over. Only the node's word that it is closed ends the payment. */
export function expireInvoice(needs: ReleasingNeeds): TimerHandler {
  return async ({ timerId, subjectId }) => {
    const ended = endTimer(timerId);
    const context = { correlationId: timerId, causationId: timerId };
    const wish = { paymentId: subjectId, reason: "expired", context } as const;
    const result = await releaseInvoice(needs, wish, [ended]);
    if (result.kind !== "accepted") await needs.database.query(ended);
  };
}
