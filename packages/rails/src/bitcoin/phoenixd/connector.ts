import { systemClock } from "@sanu/kernel";
import { portOf } from "../../mobile-money/connector.ts";
import { heedingDelivery } from "../heed-delivery.ts";
import type { NodeConnector } from "../node-connector.ts";
import { createPhoenixdSendRail } from "./client.ts";
import { accountOf, accountSettings, inProduction } from "./settings.ts";

/** phoenixd: it sends, and holds no payment for a hash of ours, so it cannot receive. */
export const phoenixd: NodeConnector = {
  provider: "phoenixd",
  receive: null,
  send: portOf({
    settings: accountSettings,
    inProduction,
    open: (settings, { provider = "phoenixd", invoices, ...options }) =>
      heedingDelivery(
        createPhoenixdSendRail({
          ...options,
          ...accountOf(settings),
          // The node pays a hash once; what has settled stays.
          rail: { provider, retryRule: "resend-same-key", reversibleForMs: 0 },
          network: settings.PHOENIXD_NETWORK,
          clock: systemClock,
          invoices,
        }),
        invoices,
      ),
  }),
  statement: null,
  check: null,
};
