import { paymentsAuditTrail } from "@sanu/contracts";
import { auditTrailHandlers, type RequestHandler } from "@sanu/platform";
import { getPaymentLink } from "./handlers/get-payment-link.ts";
import { type CallbackNeeds, receiveCallback } from "./handlers/receive-callback.ts";

/** A callback waits for its provider, so many may be under way while links are asked for. */
export const requestLimits = { concurrencyMax: 256 } as const;

export function requestHandlersOf(needs: CallbackNeeds): readonly RequestHandler[] {
  return [
    getPaymentLink(needs),
    receiveCallback(needs),
    ...auditTrailHandlers("payments", paymentsAuditTrail, needs.database),
  ];
}
