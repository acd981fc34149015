import { type Connector, type ConnectorOptions, portOf } from "../connector.ts";
import { createHub2CollectionRail, createHub2DisburseRail, hub2Rail } from "./client.ts";
import { createHub2Http } from "./hub2-http.ts";
import * as own from "./settings.ts";

const environmentName = "HUB2_ENVIRONMENT";

const httpOf = (settings: Parameters<typeof own.accountOf>[0], options: ConnectorOptions) =>
  createHub2Http({ ...own.accountOf(settings), ...options });

/** Hub2. Its lists may be read twice a minute, which is no statement: not served. */
export const hub2: Connector = {
  provider: hub2Rail.provider,
  statement: null,
  disbursement: portOf({
    settings: own.payoutSettings,
    environmentName,
    open: ({ HUB2_AGREED_PAYOUT_CHANNELS: channels, ...settings }, options) =>
      createHub2DisburseRail(httpOf(settings, options), channels),
  }),
  collection: portOf({
    settings: own.collectionSettings,
    environmentName,
    open: ({ HUB2_WEBHOOK_SECRETS: secrets, ...settings }, options) =>
      createHub2CollectionRail(httpOf(settings, options), secrets, options),
  }),
};
