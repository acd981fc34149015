import { systemClock } from "@sanu/kernel";
import { portOf } from "../../mobile-money/connector.ts";
import { heedingDelivery } from "../heed-delivery.ts";
import type { NodeConnector } from "../node-connector.ts";
import { createLndCheck } from "./check.ts";
import { createLndReceiveRail } from "./receive.ts";
import { createLndSendRail } from "./send/rail.ts";
import {
  captureContradictions,
  inProduction,
  lndRail,
  openLndClient,
  receiveSettings,
  sendSettings,
  nodeSettings as settingsOfAll,
} from "./settings.ts";
import { createLndStatementRail } from "./statement.ts";

/** lnd over its REST interface. */
export const lnd: NodeConnector = {
  provider: "lnd",
  receive: portOf({
    settings: receiveSettings,
    inProduction,
    contradictionsIn: captureContradictions,
    open: (settings, options) =>
      createLndReceiveRail(openLndClient(settings, options), {
        ...lndRail(options),
        network: settings.LND_NETWORK,
        clock: options.clock ?? systemClock,
        invoiceCltvBlocks: settings.LND_INVOICE_CLTV_BLOCKS,
        callTimeoutMs: options.callTimeoutMs,
      }),
  }),
  send: portOf({
    settings: sendSettings,
    inProduction,
    open: (settings, options) =>
      heedingDelivery(
        createLndSendRail(openLndClient(settings, options), {
          ...lndRail(options),
          network: settings.LND_NETWORK,
          clock: options.clock ?? systemClock,
          callTimeoutMs: options.callTimeoutMs,
          confirmations: settings.LND_CONFIRMATIONS,
          targetBlocks: settings.LND_FEE_TARGET_BLOCKS,
          invoices: options.invoices,
        }),
        options.invoices,
      ),
  }),
  check: portOf({
    settings: receiveSettings,
    inProduction,
    contradictionsIn: captureContradictions,
    open: (settings, options) =>
      createLndCheck(openLndClient(settings, options), settings.LND_NETWORK),
  }),
  statement: portOf({
    settings: settingsOfAll,
    inProduction,
    open: (settings, options) =>
      createLndStatementRail(openLndClient(settings, options), {
        ...lndRail(options),
        callTimeoutMs: options.callTimeoutMs,
      }),
  }),
};
