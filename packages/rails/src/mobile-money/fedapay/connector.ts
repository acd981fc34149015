import { type Connector, portOf } from "../connector.ts";
import { createFedapayCollectionRail, createFedapayDisburseRail, fedapayRail } from "./client.ts";
import {
  accountOf,
  accountSettings,
  collectionSettings,
  hosts,
  payoutSettings,
} from "./settings.ts";
import { createFedapayStatementRail } from "./statement-client.ts";

const environmentName = "FEDAPAY_ENVIRONMENT";

/** FedaPay, `v1` of its API. */
export const fedapay: Connector = {
  provider: fedapayRail.provider,
  collection: portOf({
    settings: collectionSettings,
    environmentName,
    hosts,
    open: (settings, options) => {
      const webhookSecrets = settings.FEDAPAY_WEBHOOK_SECRETS;
      return createFedapayCollectionRail({ ...accountOf(settings), webhookSecrets }, options);
    },
  }),
  disbursement: portOf({
    settings: payoutSettings,
    environmentName,
    hosts,
    open: (settings, options) => {
      const payoutXofMin = settings.FEDAPAY_PAYOUT_MIN_XOF;
      const payoutXofMax = settings.FEDAPAY_PAYOUT_MAX_XOF;
      const account = { ...accountOf(settings), payoutXofMin, payoutXofMax };
      return createFedapayDisburseRail(account, options);
    },
  }),
  statement: portOf({
    settings: accountSettings,
    environmentName,
    hosts,
    open: (settings, options) => createFedapayStatementRail(accountOf(settings), options),
  }),
};
