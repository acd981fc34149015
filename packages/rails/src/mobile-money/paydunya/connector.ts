import { type Connector, portOf } from "../connector.ts";
import {
  createPaydunyaCollectionRail,
  createPaydunyaDisburseRail,
  paydunyaRail,
} from "./client.ts";
import { accountOf, accountSettings, payoutSettings } from "./settings.ts";

/** PayDunya: `v1` of its checkout, `v2` of its payouts. It has no statements. */
export const paydunya: Connector = {
  provider: paydunyaRail.provider,
  statement: null,
  collection: portOf({
    settings: accountSettings,
    environmentName: "PAYDUNYA_ENVIRONMENT",
    open: (settings, options) => createPaydunyaCollectionRail(accountOf(settings), options),
  }),
  disbursement: portOf({
    settings: payoutSettings,
    environmentName: "PAYDUNYA_ENVIRONMENT",
    open: ({ PAYDUNYA_PAYOUT_MAX_XOF: payoutXofMax, ...settings }, options) =>
      createPaydunyaDisburseRail({ ...accountOf(settings), payoutXofMax }, options),
  }),
};
