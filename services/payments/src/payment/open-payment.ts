import type { PaymentFailureReason } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { PaymentEvent } from "./events.ts";
import { eventOf, type OpenPayment } from "./state.ts";

/** The provider has the order: by its own word, or because money came. */
export function initiated(state: OpenPayment, initiatedAt: Instant): PaymentEvent {
  const { channel } = state;
  return { type: "PaymentInitiated", ...eventOf(state), channel, initiatedAt };
}

/** What we had cancelled ends as expired, unless it was the buyer who wanted it. */
export function failedBecause(
  state: OpenPayment,
  wanted: PaymentFailureReason,
  failedAt: Instant,
): PaymentEvent {
  const reason = state.isCancelRequested && wanted === "expired" ? "cancelled" : wanted;
  return { type: "PaymentFailed", ...eventOf(state), reason, failedAt };
}
