import { paymentsTrace } from "@sanu/contracts";
import { type Answerer, traceAnswerers } from "@sanu/platform";
import { getPaymentLink } from "./handlers/get-payment-link.ts";
import { type CallbackNeeds, receiveCallback } from "./handlers/receive-callback.ts";

/** A callback waits for its provider, so many may be under way while links are asked for. */
export const requestLimits = { concurrencyMax: 256 } as const;

export function answerersOf(needs: CallbackNeeds): readonly Answerer[] {
  return [
    getPaymentLink(needs),
    receiveCallback(needs),
    ...traceAnswerers("payments", paymentsTrace, needs.database),
  ];
}
