import { type Connector, portOf } from "../connector.ts";
import { createPawapayCollectionRail, createPawapayDisburseRail, pawapayRail } from "./client.ts";
import { accountOf, accountSettings, collectionSettings, hosts } from "./settings.ts";

const environmentName = "PAWAPAY_ENVIRONMENT";

/** pawaPay, `v2` of its API. What it states comes as a file whose columns no public page names: not served. */
export const pawapay: Connector = {
  provider: pawapayRail.provider,
  statement: null,
  disbursement: portOf({
    settings: accountSettings,
    environmentName,
    hosts,
    open: (settings, options) => createPawapayDisburseRail(accountOf(settings), options),
  }),
  collection: portOf({
    settings: collectionSettings,
    environmentName,
    hosts,
    open: ({ PAWAPAY_CALLBACK_KEYS: keys, PAWAPAY_CALLBACK_URL: url, ...settings }, options) =>
      createPawapayCollectionRail(accountOf(settings), { keys, url }, options),
  }),
};
