import * as gateway from "@sanu/gateway-api";
import * as identity from "@sanu/identity";
import type { Clock } from "@sanu/kernel";
import * as payments from "@sanu/payments";
import * as payouts from "@sanu/payouts";
import {
  type Programs,
  quickTimings,
  startWorld,
  type World,
  type WorldOptions,
} from "@sanu/testing";
import * as transactions from "@sanu/transactions";
import { afterAll } from "vitest";

/** Settings under which one person orders as often and as much as a test wants. */
export const roomy = {
  OPEN_TRANSACTIONS_MAX: "100",
  KYC_TIER_LIMITS_XOF: "100000000,100000000,100000000,100000000",
};

const programs: Programs = {
  identity: program(identity.migrations, identity.readIdentityConfig, identity.compose),
  transactions: program(
    transactions.migrations,
    transactions.readTransactionsConfig,
    transactions.compose,
  ),
  payments: program(payments.migrations, payments.readPaymentsConfig, payments.compose),
  payouts: program(payouts.migrations, payouts.readPayoutsConfig, payouts.compose),
  gateway: {
    compose: (environment, { logger }) =>
      gateway.compose(gateway.readGatewayConfig(environment), { logger }),
  },
};

type LogProgram = Programs["identity"];
type Environment = Parameters<LogProgram["compose"]>[0];
type Overrides = Parameters<LogProgram["compose"]>[1];

/** A service with a log, composed from the settings that it reads. */
function program<Config>(
  migrations: LogProgram["migrations"],
  readConfig: (environment: Environment) => Config,
  compose: (config: Config, overrides: Overrides) => ReturnType<LogProgram["compose"]>,
): LogProgram {
  return {
    migrations,
    compose: (environment, overrides) => compose(readConfig(environment), overrides),
  };
}

/** Payments that asks the provider rarely, so that what happens soon is a callback's doing. */
export const slowPayments: Programs["payments"] = {
  migrations: payments.migrations,
  compose: (environment, overrides) =>
    payments.compose(payments.readPaymentsConfig(environment), {
      ...overrides,
      timings: { limits: { statusCheckFirstMs: 60_000 } },
    }),
};

/** Payments and payouts that check what they do not know several times within a second. */
export const quickMoney: Pick<Programs, "payments" | "payouts"> = {
  payments: {
    migrations: payments.migrations,
    compose: (environment, overrides) =>
      payments.compose(payments.readPaymentsConfig(environment), {
        ...overrides,
        timings: quickTimings,
      }),
  },
  payouts: {
    migrations: payouts.migrations,
    compose: (environment, overrides) =>
      payouts.compose(payouts.readPayoutsConfig(environment), {
        ...overrides,
        timings: quickTimings,
      }),
  },
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
