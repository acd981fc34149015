import {
  createEventStore,
  createReactionGroup,
  createServiceBase,
  latePart,
  type RunningService,
  type ServiceBase,
  type ServiceBaseOverrides,
} from "@sanu/platform";
import { createSandboxSendRail, type SendRail } from "@sanu/rails";
import type { PayoutsConfig } from "./config.ts";
import { PayoutEvent } from "./payout/events.ts";
import { publish } from "./publish.ts";
import { whenTransactionPaid } from "./reactions/when-transaction-paid.ts";
import type { House } from "./sending/house.ts";
import { measuredRail } from "./sending/measured-rail.ts";
import { createSendWorker, type WorkerPaces } from "./sending/send-worker.ts";

/** What tests, and programs that run several services in one process, may replace. */
export interface PayoutsOverrides extends ServiceBaseOverrides {
  readonly rail?: SendRail;
  readonly paces?: WorkerPaces;
}

/** Makes payouts from its configuration; nothing is connected before `start`. */
export async function compose(
  config: PayoutsConfig,
  overrides: PayoutsOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("payouts", config, overrides);
  const { database, gate, logger, metrics, lifecycle } = base;
  const rail = measuredRail(overrides.rail ?? railOf(config), metrics.outsideCalls);
  const house = houseOf(base, config, rail);
  const worker = createSendWorker(house, { gate, paces: overrides.paces ?? {} });
  const reactions = latePart("reactions", () =>
    createReactionGroup({
      group: "payouts-from-transactions",
      reactions: [whenTransactionPaid({ ...house, worker })],
      database,
      messaging: base.messaging(),
      gate,
      logger,
      metrics: metrics.consumers,
    }),
  );

  lifecycle
    .add({ name: "rail", stop: rail.close })
    .add({ name: "attempts", start: worker.start, stop: worker.stop })
    .add(reactions);
  return base.service;
}

function houseOf(base: ServiceBase, config: PayoutsConfig, rail: SendRail): House {
  const { database, gate, clock, logger } = base;
  const store = createEventStore({
    database,
    schema: PayoutEvent,
    publish,
    projections: [],
    gate,
    afterPublicCommit: base.wakeRelay,
  });
  const ask: House["ask"] = (definition, input, options) =>
    base.messaging().ask(definition, input, options);
  const { network, terms } = config;
  return { database, store, rail, network, terms, ask, clock, logger };
}

/** The node or provider that the configuration names. */
function railOf(config: PayoutsConfig): SendRail {
  switch (config.sendRail) {
    case "sandbox":
      return createSandboxSendRail({ baseUrl: config.sandboxUrl });
  }
}
