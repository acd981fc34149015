import { systemClock } from "@sanu/kernel";
import type { z } from "zod";
import { type ConnectorOptions, portOf } from "../../mobile-money/connector.ts";
import { heedingDelivery } from "../heed-delivery.ts";
import type { NodeConnector } from "../node-connector.ts";
import { createPhoenixdCheck } from "./check.ts";
import { createPhoenixdSendRail } from "./client.ts";
import { accountOf, accountSettings, inProduction } from "./settings.ts";

type Settings = z.output<z.ZodObject<typeof accountSettings>>;

function railOf(
  settings: Settings,
  { provider = "phoenixd", invoices, clock = systemClock, ...options }: ConnectorOptions,
) {
  return createPhoenixdSendRail({
    ...options,
    ...accountOf(settings),
    // The node pays a hash once; what has settled stays.
    rail: { provider, retryRule: "resend-same-key", reversibleForMs: 0 },
    network: settings.PHOENIXD_NETWORK,
    clock,
    invoices,
  });
}

/** phoenixd: it sends, and holds no payment for a hash of ours, so it cannot receive. */
export const phoenixd: NodeConnector = {
  provider: "phoenixd",
  receive: null,
  send: portOf({
    settings: accountSettings,
    inProduction,
    open: (settings, options) => heedingDelivery(railOf(settings, options), options.invoices),
  }),
  statement: null,
  check: portOf({
    settings: accountSettings,
    inProduction,
    open: (settings, options) => createPhoenixdCheck(railOf(settings, options)),
  }),
};
