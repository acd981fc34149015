import {
  createEventStore,
  createReactionGroup,
  createServiceBase,
  latePart,
  type RunningService,
  type ServiceBase,
  type ServiceBaseOverrides,
} from "@sanu/platform";
import {
  createSandboxDisburseRail,
  createSandboxSendRail,
  type DisburseRail,
  type SendRail,
} from "@sanu/rails";
import type { PayoutDeps } from "./carrying/deps.ts";
import { createPayoutWorker, type WorkerTimings } from "./carrying/payout-worker.ts";
import type { PayoutsConfig } from "./config.ts";
import { disburseCarrier } from "./disbursing/disburse-carrier.ts";
import { measuredDisburseRail } from "./disbursing/measured-disburse-rail.ts";
import { PayoutEvent } from "./payout/events.ts";
import { publish } from "./publish.ts";
import { whenTransactionPaid } from "./reactions/when-transaction-paid.ts";
import { whenTransactionRefundRequested } from "./reactions/when-transaction-refund-requested.ts";
import { requestHandlersOf } from "./requests.ts";
import { measuredSendRail } from "./sending/measured-send-rail.ts";
import { sendCarrier } from "./sending/send-carrier.ts";

/** What tests, and programs that run several services in one process, may replace. */
export interface PayoutsOverrides extends ServiceBaseOverrides {
  readonly rail?: SendRail;
  readonly disburseRail?: DisburseRail;
  readonly timings?: WorkerTimings;
}

/** Makes payouts from its configuration; nothing is connected before `start`. */
export async function compose(
  config: PayoutsConfig,
  overrides: PayoutsOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("payouts", config, overrides);
  const { database, gate, logger, metrics, lifecycle } = base;
  const deps = depsOf(base, config, overrides);
  const { timings: given } = overrides;
  const timings = {
    times: { ...config.attemptTimings, ...given?.times },
    limits: { ...config.attemptLimits, ...given?.limits },
  };
  const workers = {
    send: createPayoutWorker(deps, sendCarrier(deps), { gate, timings }),
    disbursement: createPayoutWorker(deps, disburseCarrier(deps), { gate, timings }),
  };
  const needs = { ...deps, workers };
  const reactions = latePart("reactions", () =>
    createReactionGroup({
      group: "payouts-from-transactions",
      reactions: [whenTransactionPaid(needs), whenTransactionRefundRequested(needs)],
      database,
      messaging: base.messaging(),
      gate,
      logger,
      metrics,
    }),
  );

  const { send, disbursement } = workers;
  lifecycle
    .add({ name: "send-rail", stop: deps.sendRail.close })
    .add({ name: "disburse-rail", stop: deps.disburseRail.close })
    .add(base.answering({ handlers: requestHandlersOf(deps) }))
    .add({ name: "sends", start: send.start, stop: send.stop })
    .add({ name: "disbursements", start: disbursement.start, stop: disbursement.stop })
    .add(reactions);
  return base.service;
}

function depsOf(base: ServiceBase, config: PayoutsConfig, overrides: PayoutsOverrides): PayoutDeps {
  const { database, gate, clock, logger } = base;
  const { outsideCalls } = base.metrics;
  const store = createEventStore({
    database,
    schema: PayoutEvent,
    publish,
    projections: [],
    gate,
    afterPublicCommit: base.wakeRelay,
  });
  const request: PayoutDeps["request"] = (definition, input, options) =>
    base.messaging().request(definition, input, options);
  const { network, terms } = config;
  const sendRail = measuredSendRail(overrides.rail ?? sendRailOf(config), outsideCalls);
  const disburseRail = measuredDisburseRail(
    overrides.disburseRail ?? disburseRailOf(config),
    outsideCalls,
  );
  return { database, store, sendRail, disburseRail, network, terms, request, clock, logger };
}

/** The node or provider that the configuration names. */
function sendRailOf(config: PayoutsConfig): SendRail {
  switch (config.sendRail) {
    case "sandbox":
      return createSandboxSendRail({
        baseUrl: config.sandboxUrl,
        callTimeoutMs: config.providerTimeoutMs,
      });
  }
}

/** The mobile-money provider that the configuration names. */
function disburseRailOf(config: PayoutsConfig): DisburseRail {
  switch (config.disburseRail) {
    case "sandbox":
      return createSandboxDisburseRail({
        baseUrl: config.sandboxUrl,
        callTimeoutMs: config.providerTimeoutMs,
      });
  }
}
