import { ListClosedCollections, paymentsAuditTrail, paymentsConnectors } from "@sanu/contracts";
import {
  auditTrailHandlers,
  connectorHandlers,
  type ListedConnectors,
  type RequestHandler,
} from "@sanu/platform";
import { getPayer } from "./handlers/get-payer.ts";
import { getPaymentLink } from "./handlers/get-payment-link.ts";
import { type CallbackDeps, receiveCallback } from "./handlers/receive-callback.ts";

/** A callback waits for its provider, so many may be under way while links are requested. */
export const requestLimits = { concurrencyMax: 256 } as const;

export function requestHandlersOf(
  deps: CallbackDeps & {
    readonly connectors: ListedConnectors;
  },
): readonly RequestHandler[] {
  return [
    getPaymentLink(deps),
    getPayer(deps),
    receiveCallback(deps),
    ...connectorHandlers(paymentsConnectors, ListClosedCollections, deps.connectors),
    ...auditTrailHandlers("payments", paymentsAuditTrail, deps.database),
  ];
}
