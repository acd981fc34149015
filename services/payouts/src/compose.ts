import { payoutsStatementFacts } from "@sanu/contracts";
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
  statementVerdictsPart,
  watchdogPart,
} from "@sanu/platform";
import { closeRails, type DisburseRail, type SendRail } from "@sanu/rails";
import type { PayoutsConfig } from "./config.ts";
import { openDisbursements } from "./payout/disbursement/rail.ts";
import { openPayouts } from "./payout/open.ts";
import { createBatcher } from "./payout/send/batch/batcher.ts";
import { openSends } from "./payout/send/open-sends.ts";
import { whenTransactionHoldRequested } from "./reactions/when-transaction-hold-requested.ts";
import { whenTransactionPaid } from "./reactions/when-transaction-paid.ts";
import { whenTransactionRefundRequested } from "./reactions/when-transaction-refund-requested.ts";
import { whenVerdictApproved } from "./reactions/when-verdict-approved.ts";
import { requestHandlersOf } from "./requests.ts";
import { retentionRules } from "./retention.ts";
import { openStatements } from "./statements/booked-movements.ts";
import { createFloatReporter } from "./treasury/float-reporter.ts";

export interface PayoutsOverrides extends ServiceBaseOverrides {
  readonly sendRails?: readonly SendRail[];
  readonly disburseRails?: readonly DisburseRail[];
  readonly timings?: AttemptTimings;
}

export async function compose(
  config: PayoutsConfig,
  overrides: PayoutsOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("payouts", config, overrides);
  const { database, clock, logger, lifecycle } = base;
  const { rails: disburseRails, connectors } = openDisbursements(
    base,
    config,
    overrides.disburseRails,
  );
  const request: Messaging["request"] = (definition, input, options) =>
    base.messaging().request(definition, input, options);

  const engine = { ...base, timings: timingsOf(config, overrides) };
  const shared = { request, clock, logger };
  const send = openSends(base, config, { ...shared, given: overrides.sendRails });
  const { terms } = config;
  const { executors, store } = openPayouts(engine, {
    send,
    disbursement: {
      ...shared,
      rails: disburseRails,
      connectors,
      database,
      terms: terms.disbursement,
    },
  });
  const floats = createFloatReporter({
    ...base,
    rails: { disburse: disburseRails, send: send.rails },
    terms: config.floats,
  });
  const deps = { executors, store, clock, connectors, nodes: send.nodes, terms: terms.send };
  const handlers = requestHandlersOf({
    database,
    request,
    disburseRails,
    connectors,
    nodes: send.nodes,
  });

  lifecycle
    .add({ name: "send-rails", stop: () => closeRails(send.rails) })
    .add({ name: "disburse-rails", stop: () => closeRails(disburseRails) })
    .add(base.serving({ handlers }))
    .add({ name: "sends", ...executors.send })
    .add(openStatements(base, config))
    .add({ name: "disbursements", ...executors.disbursement })
    .add(retentionPart(base, retentionRules(config)))
    .add(watchdogPart(base, moneyWatchRules(watchedBy(config))))
    .add({ name: "floats", ...floats })
    .add(connectorTermsPart(base, "payouts-connectors-from-transactions", "disbursement"))
    .add(statementVerdictsPart(base, "payouts-statements-from-transactions", payoutsStatementFacts))
    .add(
      reactionsPart(base, "payouts-from-transactions", [
        whenTransactionPaid(deps),
        whenTransactionRefundRequested(deps),
        whenVerdictApproved(deps),
        whenTransactionHoldRequested({ ...deps, database }),
      ]),
    );
  if (terms.send.batch.payoutsMax > 1) {
    const batcher = createBatcher(base, { send, store, timings: engine.timings });
    lifecycle.add({ name: "batches", ...batcher });
  }
  return base.service;
}

function timingsOf(
  { attemptLimits, attemptTimes }: PayoutsConfig,
  { timings }: PayoutsOverrides,
): AttemptTimings {
  return {
    ...timings,
    limits: { ...attemptLimits, ...timings?.limits },
    times: { ...attemptTimes, ...timings?.times },
  };
}

function watchedBy({ attemptLimits, terms }: PayoutsConfig) {
  return { ...attemptLimits, unconfirmedMs: terms.send.unconfirmedMs };
}
