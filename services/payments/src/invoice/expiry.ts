import type { Clock } from "@sanu/kernel";
import {
  type AttemptExecutor,
  type Database,
  endTimer,
  type Statement,
  type TimerHandler,
} from "@sanu/platform";
import { expiryTimer } from "../expiry-timer.ts";
import type { InvoiceCommand } from "./commands.ts";
import { isOpenInvoice, type OrderedInvoice } from "./state.ts";

export const INVOICE_EXPIRY_TIMER = "invoice-expiry";

export const scheduleExpiry = expiryTimer(INVOICE_EXPIRY_TIMER);

/** Once an invoice has ended its expiry means nothing. */
export function endExpiry(state: OrderedInvoice): readonly Statement[] {
  return isOpenInvoice(state) ? [] : [endTimer(state.paymentId)];
}

/** The time of an invoice is over. Only the node's word that it is closed ends the payment. */
export function expireInvoice(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly executor: Pick<AttemptExecutor<InvoiceCommand>, "cancel">;
}): TimerHandler {
  return async ({ timerId, subjectId }) => {
    const ended = endTimer(timerId);
    const result = await deps.executor.cancel({
      kind: "invoice",
      subjectId,
      command: { kind: "release", reason: "expired", at: deps.clock.now() },
      context: { correlationId: timerId, causationId: timerId },
      writes: [ended],
    });
    if (result.kind !== "accepted") await deps.database.query(ended);
  };
}
