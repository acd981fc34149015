import * as gateway from "@sanu/gateway-api";
import * as identity from "@sanu/identity";
import type { Clock } from "@sanu/kernel";
import * as payments from "@sanu/payments";
import * as payouts from "@sanu/payouts";
import { type Programs, startWorld, type World, type WorldOptions } from "@sanu/testing";
import * as transactions from "@sanu/transactions";
import { afterAll } from "vitest";

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

/** Payments that asks the provider rarely, so that what happens soon is a callback's doing. */
export const slowPayments: Programs["payments"] = {
  migrations: payments.migrations,
  compose: (environment, overrides) =>
    payments.compose(payments.readPaymentsConfig(environment), {
      ...overrides,
      timings: { limits: { statusCheckFirstMs: 60_000 } },
    }),
};

/** Payments that lives by another clock than the rest, as if so much time had passed. */
export const paymentsByClock = (clock: Clock): Programs["payments"] => ({
  migrations: payments.migrations,
  compose: (environment, overrides) =>
    payments.compose(payments.readPaymentsConfig(environment), { ...overrides, clock }),
});

/** Starts all five services in this process, some of them replaced by variants. */
export function startSanu(
  options: WorldOptions = {},
  variants: Partial<Programs> = {},
): Promise<World> {
  return startWorld({ ...programs, ...variants }, options);
}

/** `startSanu` for one file of tests; it is stopped behind the last of them. */
export async function startSharedSanu(
  options: WorldOptions = {},
  variants: Partial<Programs> = {},
): Promise<World> {
  const world = await startSanu(options, variants);
  afterAll(() => world.stop());
  return world;
}
