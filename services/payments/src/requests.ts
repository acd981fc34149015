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
import { SALE_CHANNEL } from "./invoice/publish.ts";
import type { ReceiveNodes } from "./receive-nodes.ts";

/** A callback waits for its provider, so many may be under way while links are requested. */
export const requestLimits = { concurrencyMax: 256 } as const;

export function requestHandlersOf(
  deps: CallbackDeps & {
    readonly connectors: ListedConnectors;
    readonly nodes: Pick<ReceiveNodes, "areClosed">;
  },
): readonly RequestHandler[] {
  const { connectors, nodes } = deps;
  const closedChannels = async () => {
    const closed = await connectors.closedChannels();
    return nodes.areClosed() ? [...closed, SALE_CHANNEL] : closed;
  };
  return [
    getPaymentLink(deps),
    getPayer(deps),
    receiveCallback(deps),
    ...connectorHandlers(paymentsConnectors, ListClosedCollections, {
      ...connectors,
      closedChannels,
    }),
    ...auditTrailHandlers("payments", paymentsAuditTrail, deps.database),
  ];
}
