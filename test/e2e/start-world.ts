import * as gateway from "@sanu/gateway-api";
import * as identity from "@sanu/identity";
import * as payments from "@sanu/payments";
import * as payouts from "@sanu/payouts";
import { type Programs, startWorld, type World, type WorldOptions } from "@sanu/testing";
import * as transactions from "@sanu/transactions";

const programs: Programs = {
  identity: {
    migrations: identity.migrations,
    compose: (environment, overrides) =>
      identity.compose(identity.readIdentityConfig(environment), overrides),
  },
  transactions: {
    migrations: transactions.migrations,
    compose: (environment, overrides) =>
      transactions.compose(transactions.readTransactionsConfig(environment), overrides),
  },
  payments: {
    migrations: payments.migrations,
    compose: (environment, overrides) =>
      payments.compose(payments.readPaymentsConfig(environment), overrides),
  },
  payouts: {
    migrations: payouts.migrations,
    compose: (environment, overrides) =>
      payouts.compose(payouts.readPayoutsConfig(environment), overrides),
  },
  gateway: {
    compose: (environment, { logger }) =>
      gateway.compose(gateway.readGatewayConfig(environment), { logger }),
  },
};

/** Starts all five services in this process. */
export function startSanu(options: WorldOptions = {}): Promise<World> {
  return startWorld(programs, options);
}
