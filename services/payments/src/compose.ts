import { paymentsStatementFacts } from "@sanu/contracts";
import type { PaymentId } from "@sanu/kernel";
import {
  type AttemptTimings,
  connectorTermsPart,
  createServiceBase,
  type Messaging,
  type RunningService,
  reactionsPart,
  retentionPart,
  type ServiceBaseOverrides,
  statementVerdictsPart,
  timersPart,
  watchdogPart,
} from "@sanu/platform";
import { type CollectionRail, closeRails, type LightningReceiveRail } from "@sanu/rails";
import type { PaymentsConfig } from "./config.ts";
import { openInvoices } from "./invoice/open.ts";
import { invoiceSecrets } from "./invoice-secrets.ts";
import { openPayments } from "./payment/open.ts";
import { openCollections } from "./payment/rail.ts";
import { stillOurs } from "./reactions/still-ours.ts";
import { whenAccountErased } from "./reactions/when-account-erased.ts";
import { whenTransactionCancelRequested } from "./reactions/when-transaction-cancel-requested.ts";
import { whenTransactionCreated } from "./reactions/when-transaction-created.ts";
import { whenTransactionRefundRequested } from "./reactions/when-transaction-refund-requested.ts";
import { whenVerdictApproved } from "./reactions/when-verdict-approved.ts";
import { openReceiveNodes } from "./receive-nodes.ts";
import { openRefunds } from "./refund/open.ts";
import { requestHandlersOf, requestLimits } from "./requests.ts";
import { retentionRules } from "./retention.ts";
import { openStatements } from "./statements/booked-movements.ts";
import { timersOf } from "./timers.ts";
import { watchRules } from "./watchdog.ts";

export interface PaymentsOverrides extends ServiceBaseOverrides {
  readonly rails?: readonly CollectionRail[];
  readonly receiveRails?: readonly [LightningReceiveRail, ...LightningReceiveRail[]];
  readonly timings?: AttemptTimings;
}

export async function compose(
  config: PaymentsConfig,
  overrides: PaymentsOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("payments", config, overrides);
  const { database, clock, logger, lifecycle } = base;
  const { rails, connectors } = openCollections(base, config, overrides.rails);
  const nodes = openReceiveNodes(base, config, overrides);
  const request: Messaging["request"] = (definition, input, options) =>
    base.messaging().request(definition, input, options);
  const secretOf = invoiceSecrets(config.invoiceKeys);

  // A provider that is slow takes the places of its own attempts, and of no others.
  const engine = { ...base, timings: timingsOf(config, overrides) };
  const { graceMs } = config;
  const shared = { database, request, clock, graceMs, logger };
  const payments = openPayments(engine, { ...shared, rails, connectors });
  const invoices = openInvoices(engine, {
    ...shared,
    rails: nodes.rails,
    terms: config.holdTerms,
    secretOf,
  });
  const isStillOurs = stillOurs(payments.store);
  const refunds = openRefunds(engine, { ...shared, rails, terms: config.refundTerms, isStillOurs });
  const deps = {
    ...shared,
    connectors,
    nodes,
    payments: payments.executor,
    invoices: invoices.executor,
    refunds: refunds.executor,
    paymentStore: payments.store,
    invoiceStore: invoices.store,
    refundStore: refunds.store,
    paymentHashOf: (paymentId: PaymentId) => secretOf(paymentId).paymentHash,
  };
  const timers = timersOf(deps);
  const handlers = requestHandlersOf({ ...deps, ...payments, rails });

  lifecycle
    .add({ name: "rails", stop: () => closeRails(rails) })
    .add({ name: "receive-rails", stop: nodes.close })
    // Whether nodes are closed is known before anybody is told.
    .add(nodes.following({ ...engine, executor: invoices.executor }))
    .add(base.serving({ handlers, ...requestLimits }))
    .add({ name: "attempts", ...payments.executor })
    .add({ name: "invoices", ...invoices.executor })
    .add({ name: "refunds", ...refunds.executor })
    .add(openStatements(base, config))
    .add(timersPart(base, timers))
    .add(retentionPart(base, retentionRules(config)))
    .add(watchdogPart(base, watchRules(config)))
    .add(
      reactionsPart(base, "payments-from-transactions", [
        whenTransactionCreated(deps),
        whenTransactionCancelRequested(deps),
        whenTransactionRefundRequested(deps),
        whenVerdictApproved(deps),
      ]),
    )
    .add(connectorTermsPart(base, "payments-connectors-from-transactions", "collection"))
    .add(
      statementVerdictsPart(base, "payments-statements-from-transactions", paymentsStatementFacts),
    )
    .add(reactionsPart(base, "payments-from-identity", [whenAccountErased({ database })]));
  return base.service;
}

function timingsOf(
  { outcomeUnknownAfterMs: reviewAfterMs, attemptTimes }: PaymentsConfig,
  { timings }: PaymentsOverrides,
): AttemptTimings {
  return {
    ...timings,
    limits: { reviewAfterMs, ...timings?.limits },
    times: { ...attemptTimes, ...timings?.times },
  };
}
