import { plusMs } from "@sanu/kernel";
import {
  type AttemptExecutor,
  type Database,
  endTimer,
  requestCancel,
  type Statement,
  scheduleTimer,
  type TimerHandler,
} from "@sanu/platform";
import { isOpen, type OrderedPayment, type PaymentOrder } from "./state.ts";

export const PAYMENT_EXPIRY_TIMER = "payment-expiry";

/** A payment has one expiry, so the timer bears the payment's own id. Who pays at the last moment may come to the end of it. */
export function scheduleExpiry({ paymentId, expiresAt }: PaymentOrder, graceMs: number): Statement {
  return scheduleTimer({
    timerId: paymentId,
    kind: PAYMENT_EXPIRY_TIMER,
    subjectId: paymentId,
    dueAt: plusMs(expiresAt, graceMs),
  });
}

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
