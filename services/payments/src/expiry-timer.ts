import { type Instant, type PaymentId, plusMs } from "@sanu/kernel";
import { type Statement, scheduleTimer } from "@sanu/platform";

export interface Expiring {
  readonly paymentId: PaymentId;
  readonly expiresAt: Instant;
}

/** What is ordered has one expiry, so the timer bears the payment's own id. Who pays at the last moment may come to the end of it. */
export function expiryTimer(kind: string) {
  return ({ paymentId, expiresAt }: Expiring, graceMs: number): Statement =>
    scheduleTimer({
      timerId: paymentId,
      kind,
      subjectId: paymentId,
      dueAt: plusMs(expiresAt, graceMs),
    });
}
