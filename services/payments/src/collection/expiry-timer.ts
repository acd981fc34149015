import type { PaymentId } from "@sanu/kernel";
import { endTimer, type Statement, scheduleTimer } from "@sanu/platform";
import type { PaymentOrder } from "../payment/state.ts";

export const EXPIRY_TIMER = "payment-expiry";

/** A payment has one expiry, so the timer bears the payment's own id. */
export function scheduleExpiry({ paymentId, expiresAt }: PaymentOrder): Statement {
  return scheduleTimer({
    timerId: paymentId,
    kind: EXPIRY_TIMER,
    subjectId: paymentId,
    dueAt: expiresAt,
  });
}

/** The payment has ended: its expiry means nothing any more. */
export function endExpiry(paymentId: PaymentId): Statement {
  return endTimer(paymentId);
}
