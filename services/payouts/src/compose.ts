import {
  type AttemptTimings,
  connectorTermsPart,
  createServiceBase,
  type Messaging,
  moneyWatchRules,
  type RunningService,
  reactionsPart,
  retentionPart,
  type ServiceBaseOverrides,
  watchdogPart,
} from "@sanu/platform";
import { closeRails, type DisburseRail, type SendRail } from "@sanu/rails";
import type { PayoutsConfig } from "./config.ts";
import { openDisbursements } from "./payout/disbursement/rail.ts";
import { openPayouts } from "./payout/open.ts";
import { measuredSendRail, sendRailOf } from "./payout/send/rail.ts";
import { whenTransactionHoldRequested } from "./reactions/when-transaction-hold-requested.ts";
import { whenTransactionPaid } from "./reactions/when-transaction-paid.ts";
import { whenTransactionRefundRequested } from "./reactions/when-transaction-refund-requested.ts";
import { whenVerdictApproved } from "./reactions/when-verdict-approved.ts";
import { requestHandlersOf } from "./requests.ts";
import { retentionRules } from "./retention.ts";
import { openStatements } from "./statements/booked-movements.ts";
import { createFloatReporter } from "./treasury/float-reporter.ts";

export interface PayoutsOverrides extends ServiceBaseOverrides {
  readonly rail?: SendRail;
  readonly disburseRails?: readonly DisburseRail[];
  readonly timings?: AttemptTimings;
}

export async function compose(
  config: PayoutsConfig,
  overrides: PayoutsOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("payouts", config, overrides);
  const { database, metrics, clock, logger, lifecycle } = base;
  const { outsideCalls } = metrics;
  const sendRail = measuredSendRail(overrides.rail ?? sendRailOf(config), outsideCalls);
  const { rails: disburseRails, connectors } = openDisbursements(
    base,
    config,
    overrides.disburseRails,
  );
  const request: Messaging["request"] = (definition, input, options) =>
    base.messaging().request(definition, input, options);

  const engine = { ...base, timings: timingsOf(config, overrides) };
  const shared = { request, clock, logger };
  const { network, terms } = config;
  const { executors, store } = openPayouts(engine, {
    send: { ...shared, rail: sendRail, network, terms: terms.send },
    disbursement: { ...shared, rails: disburseRails, connectors, terms: terms.disbursement },
  });
  const floats = createFloatReporter({
    ...base,
    rails: { disburse: disburseRails, send: sendRail },
    terms: config.floats,
  });
  const deps = { executors, store, clock, connectors };
  const handlers = requestHandlersOf({ database, request, disburseRails, connectors });

  lifecycle
    .add({ name: "send-rail", stop: sendRail.close })
    .add({ name: "disburse-rails", stop: () => closeRails(disburseRails) })
    .add(base.serving({ handlers }))
    .add({ name: "sends", ...executors.send })
    .add(openStatements(base, config))
    .add({ name: "disbursements", ...executors.disbursement })
    .add(retentionPart(base, retentionRules(config)))
    .add(watchdogPart(base, moneyWatchRules(config.attemptLimits)))
    .add({ name: "floats", ...floats })
    .add(connectorTermsPart(base, "payouts-connectors-from-transactions", "disbursement"))
    .add(
      reactionsPart(base, "payouts-from-transactions", [
        whenTransactionPaid(deps),
        whenTransactionRefundRequested(deps),
        whenVerdictApproved(deps),
        whenTransactionHoldRequested(deps),
      ]),
    );
  return base.service;
}

function timingsOf(
  { attemptLimits, attemptTimes }: PayoutsConfig,
  { timings }: PayoutsOverrides,
): AttemptTimings {
  return {
    limits: { ...attemptLimits, ...timings?.limits },
    times: { ...attemptTimes, ...timings?.times },
  };
}
