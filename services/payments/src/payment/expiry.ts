import {
  type AttemptExecutor,
  type Database,
  endTimer,
  requestCancel,
  type Statement,
  type TimerHandler,
} from "@sanu/platform";
import { expiryTimer } from "../expiry-timer.ts";
import { isOpen, type OrderedPayment } from "./state.ts";

export const PAYMENT_EXPIRY_TIMER = "payment-expiry";

export const scheduleExpiry = expiryTimer(PAYMENT_EXPIRY_TIMER);

/** Once a payment has ended its expiry means nothing. */
export function endExpiry(state: OrderedPayment): readonly Statement[] {
  return isOpen(state) ? [] : [endTimer(state.paymentId)];
}

/**
 * The time of a payment is over. Its collection is no longer wanted: what was never called is withdrawn, what
 * was called is cancelled where the provider can, and checked until the response is definite. Only that
 * response ends the payment.
 */
export function expirePayment(deps: {
  readonly database: Database;
  readonly executor: Pick<AttemptExecutor<never>, "wake">;
}): TimerHandler {
  return async ({ timerId, subjectId }) => {
    await deps.database.pipelined([requestCancel(subjectId, "collection"), endTimer(timerId)]);
    deps.executor.wake();
  };
}
