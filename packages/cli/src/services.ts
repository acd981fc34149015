import { type PublishingService, publishingServices } from "@sanu/contracts";
import * as identity from "@sanu/identity";
import * as payments from "@sanu/payments";
import * as payouts from "@sanu/payouts";
import type { Migrations } from "@sanu/platform";
import * as transactions from "@sanu/transactions";

export const migrationsOf: Readonly<Record<PublishingService, Migrations>> = {
  identity: identity.migrations,
  transactions: transactions.migrations,
  payments: payments.migrations,
  payouts: payouts.migrations,
};

/** Reads service names; all of them when none is named. Throws on a name that is no service's. */
export function readServices(names: readonly string[]): readonly PublishingService[] {
  if (names.length === 0) return publishingServices;
  return names.map((name) => {
    const service = publishingServices.find((known) => known === name);
    if (service === undefined) {
      throw new Error(`No service is named ${name}; there are ${publishingServices.join(", ")}`);
    }
    return service;
  });
}
