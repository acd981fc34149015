import { type Connector, portOf } from "../connector.ts";
import { createMtnmomoCollectionRail, createMtnmomoDisburseRail, mtnmomoRail } from "./client.ts";
import { openProduct } from "./product.ts";
import * as own from "./settings.ts";

const environmentName = "MTN_MOMO_ENVIRONMENT";

/** MTN's own gateway, the products Collection and Disbursement of its `v1_0`. It has no list of what moved. */
export const mtnmomo: Connector = {
  provider: mtnmomoRail.provider,
  statement: null,
  collection: portOf({
    settings: own.collectionSettings,
    environmentName,
    hosts: own.hosts,
    accountNames: ["MTN_MOMO_COLLECTION_API_USER", "MTN_MOMO_DISBURSEMENT_API_USER"],
    open(settings, options) {
      const account = own.accountOf(settings);
      const collections = openProduct(account, own.collectionKeys(settings), options);
      const disbursements = openProduct(account, own.disbursementKeys(settings), options);
      return createMtnmomoCollectionRail(collections, disbursements, options);
    },
  }),
  disbursement: portOf({
    settings: own.payoutSettings,
    environmentName,
    hosts: own.hosts,
    accountNames: ["MTN_MOMO_DISBURSEMENT_API_USER"],
    open(settings, options) {
      const disbursements = openProduct(
        own.accountOf(settings),
        own.disbursementKeys(settings),
        options,
      );
      const amountXofMin = settings.MTN_MOMO_PAYOUT_MIN_XOF;
      const amountXofMax = settings.MTN_MOMO_PAYOUT_MAX_XOF;
      return createMtnmomoDisburseRail(disbursements, { amountXofMin, amountXofMax }, options);
    },
  }),
};
