import type { Clock } from "@sanu/kernel";
import type { AttemptExecutor, Database, TimerHandler } from "@sanu/platform";
import { HINT_TIMER } from "./database/hint-rows.ts";
import { checkHinted } from "./hint-timer.ts";
import { expireInvoice, INVOICE_EXPIRY_TIMER } from "./invoice/expiry.ts";
import { expirePayment, PAYMENT_EXPIRY_TIMER } from "./payment/expiry.ts";

type Waking = Pick<AttemptExecutor<never>, "wake">;

interface TimerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly payments: Waking;
  readonly invoices: Parameters<typeof expireInvoice>[0]["executor"];
  readonly refunds: Waking;
}

/** What payments does at a moment, by the kind of the timer. */
export function timersOf({
  database,
  clock,
  payments,
  invoices,
  refunds,
}: TimerDeps): Readonly<Record<string, TimerHandler>> {
  return {
    [PAYMENT_EXPIRY_TIMER]: expirePayment({ database, executor: payments }),
    [INVOICE_EXPIRY_TIMER]: expireInvoice({ database, clock, executor: invoices }),
    [HINT_TIMER]: checkHinted({ database, executors: [payments, refunds] }),
  };
}
