import type { OrderTrigger, TransactionType } from "@sanu/contracts";
import { type Instant, msBetween } from "@sanu/kernel";
import { rateFor, type TrustedRate } from "../rates/prices.ts";
import type { ExistingStandingOrder } from "../standing-order/state.ts";

/**
 * What is to be done with an order now. `wait`: nothing, and it shall wait for what its state says. `postpone`: its price was
 * reached, and no rate can be trusted now.
 */
export type NextStep = "wait" | "expire" | "skip" | "order" | "postpone";

/** Pure. A price is compared with a rate that is traded at; a stale or frozen one is none. */
export function nextStep(
  state: ExistingStandingOrder,
  as: {
    readonly now: Instant;
    readonly windowMs: number;
    readonly trusted: TrustedRate | undefined;
  },
): NextStep {
  const { now, windowMs, trusted } = as;
  if (state.status === "ended") return "wait";
  if (isOver(state, now)) return "expire";
  if (state.status === "paused") return "wait";
  if (state.trigger.kind === "price") {
    if (trusted === undefined) return "postpone";
    return isReached(state.transactionType, state.trigger, trusted) ? "order" : "wait";
  }
  if (state.dueAt === null || msBetween(state.dueAt, now) < 0) return "wait";
  return msBetween(state.dueAt, now) > windowMs ? "skip" : "order";
}

/** A moment that was due in time may still order late, behind the end. */
function isOver({ until, dueAt }: ExistingStandingOrder, now: Instant): boolean {
  return until !== null && msBetween(until, dueAt ?? now) > 0;
}

function isReached(
  transactionType: TransactionType,
  { priceXofPerBtc: price }: Extract<OrderTrigger, { readonly kind: "price" }>,
  trusted: TrustedRate,
): boolean {
  const rate = rateFor(trusted, transactionType);
  return transactionType === "BUY_BITCOIN" ? rate <= price : rate >= price;
}
