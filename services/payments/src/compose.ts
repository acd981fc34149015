import type { ReactionGroupName } from "@sanu/contracts";
import {
  createEventStore,
  createReactionGroup,
  createServiceBase,
  createTimerLoop,
  latePart,
  type Reaction,
  type RunningService,
  type ServiceBase,
  type ServiceBaseOverrides,
} from "@sanu/platform";
import {
  type CollectionRail,
  createSandboxCollectionRail,
  createSandboxReceiveRail,
  invoiceSecret,
  type LightningReceiveRail,
} from "@sanu/rails";
import type { WorkerTimings } from "./attempts/money-in-worker.ts";
import { createCollectionWorker } from "./collection/collection-worker.ts";
import type { CollectionDeps } from "./collection/deps.ts";
import { expirePayment } from "./collection/expire-payment.ts";
import { EXPIRY_TIMER } from "./collection/expiry-timer.ts";
import { measuredRail } from "./collection/measured-rail.ts";
import type { PaymentsConfig } from "./config.ts";
import { InvoiceEvent } from "./invoice/events.ts";
import { PaymentEvent } from "./payment/events.ts";
import { publish } from "./publish.ts";
import { whenAccountErased } from "./reactions/when-account-erased.ts";
import { whenTransactionCancelRequested } from "./reactions/when-transaction-cancel-requested.ts";
import { whenTransactionCreated } from "./reactions/when-transaction-created.ts";
import { whenTransactionRefundRequested } from "./reactions/when-transaction-refund-requested.ts";
import type { ReceivingDeps } from "./receiving/deps.ts";
import { expireInvoice, INVOICE_EXPIRY_TIMER } from "./receiving/invoice-expiry.ts";
import { measuredReceiveRail } from "./receiving/measured-rail.ts";
import { publishInvoice } from "./receiving/publish-invoice.ts";
import { createReceivingWorker } from "./receiving/receiving-worker.ts";
import { RefundEvent } from "./refund/events.ts";
import type { RefundingDeps } from "./refunding/deps.ts";
import { publishRefund } from "./refunding/publish-refund.ts";
import { createRefundWorker } from "./refunding/refund-worker.ts";
import { requestHandlersOf, requestLimits } from "./requests.ts";

/** What tests, and programs that run several services in one process, may replace. */
export interface PaymentsOverrides extends ServiceBaseOverrides {
  readonly rail?: CollectionRail;
  readonly receiveRail?: LightningReceiveRail;
  readonly timings?: WorkerTimings;
}

/** Makes payments from its configuration; nothing is connected before `start`. */
export async function compose(
  config: PaymentsConfig,
  overrides: PaymentsOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("payments", config, overrides);
  const { database, gate, logger, metrics, clock, lifecycle } = base;
  const { outsideCalls } = metrics;
  const rail = measuredRail(overrides.rail ?? collectionRailOf(config), outsideCalls);
  const receiveRail = measuredReceiveRail(
    overrides.receiveRail ?? receiveRailOf(config),
    outsideCalls,
  );
  const deps = openDeps(base, config, { rail, receiveRail });
  // A provider that is slow takes the places of its own attempts, and of no others.
  const workers = openWorkers(deps, { gate, timings: pacesOf(config, overrides.timings) });
  const timers = createTimerLoop({
    database,
    clock,
    handlers: {
      [EXPIRY_TIMER]: expirePayment({ database, worker: workers.collecting }),
      [INVOICE_EXPIRY_TIMER]: expireInvoice({ ...deps.receiving, worker: workers.receiving }),
    },
    logger,
    metrics,
  });
  const listening = (
    group: ReactionGroupName,
    reactions: readonly Reaction[],
  ): Parameters<typeof lifecycle.add>[0] =>
    latePart(group, () =>
      createReactionGroup({
        group,
        reactions,
        database,
        messaging: base.messaging(),
        gate,
        logger,
        metrics,
      }),
    );
  const handlers = requestHandlersOf({ ...deps.collecting, worker: workers.collecting });

  lifecycle
    .add({ name: "rail", stop: rail.close })
    .add({ name: "receive-rail", stop: receiveRail.close })
    .add(base.answering({ handlers, ...requestLimits }))
    .add({ name: "attempts", start: workers.collecting.start, stop: workers.collecting.stop })
    .add({ name: "invoices", start: workers.receiving.start, stop: workers.receiving.stop })
    .add({ name: "refunds", start: workers.refunding.start, stop: workers.refunding.stop })
    .add({ name: "timers", start: timers.start, stop: timers.stop })
    .add(listening("payments-from-transactions", reactionsOf(deps, workers)))
    .add(listening("payments-from-identity", [whenAccountErased({ database })]));
  return base.service;
}

function pacesOf(config: PaymentsConfig, timings: WorkerTimings | undefined) {
  const limits = { reviewAfterMs: config.outcomeUnknownAfterMs, ...timings?.limits };
  return { limits, times: { ...config.attemptTimings, ...timings?.times } };
}

function openWorkers(deps: AllDeps, options: Parameters<typeof createReceivingWorker>[1]) {
  return {
    collecting: createCollectionWorker(deps.collecting, options),
    receiving: createReceivingWorker(deps.receiving, options),
    refunding: createRefundWorker(deps.refunding, options),
  };
}

function reactionsOf(deps: AllDeps, workers: ReturnType<typeof openWorkers>) {
  const collecting = { ...deps.collecting, worker: workers.collecting };
  const receiving = { ...deps.receiving, worker: workers.receiving };
  const { store: payments, clock } = deps.collecting;
  const { store: refunds } = deps.refunding;
  return [
    whenTransactionCreated({ collecting, receiving }),
    whenTransactionCancelRequested({ collecting, receiving }),
    whenTransactionRefundRequested({ payments, refunds, clock, worker: workers.refunding }),
  ];
}

/** What each of the three kinds of work needs; they share a database and know nothing of each other. */
interface AllDeps {
  readonly collecting: CollectionDeps;
  readonly receiving: ReceivingDeps;
  readonly refunding: RefundingDeps;
}

function openDeps(
  base: ServiceBase,
  config: PaymentsConfig,
  {
    rail,
    receiveRail,
  }: {
    readonly rail: CollectionRail;
    readonly receiveRail: LightningReceiveRail;
  },
): AllDeps {
  const { database, gate, clock, logger } = base;
  const log = { database, projections: [], gate, afterPublicCommit: base.wakeRelay };
  const request: CollectionDeps["request"] = (definition, input, options) =>
    base.messaging().request(definition, input, options);
  const shared = { database, request, clock, logger };
  return {
    collecting: {
      ...shared,
      rail,
      store: createEventStore({ ...log, schema: PaymentEvent, publish }),
    },
    receiving: {
      ...shared,
      rail: receiveRail,
      store: createEventStore({ ...log, schema: InvoiceEvent, publish: publishInvoice }),
      secretOf: (paymentId) => invoiceSecret(Buffer.from(config.invoiceKey.reveal()), paymentId),
      terms: config.holdTerms,
    },
    refunding: {
      ...shared,
      rail,
      store: createEventStore({ ...log, schema: RefundEvent, publish: publishRefund }),
      terms: config.refundTerms,
    },
  };
}

/** The mobile-money provider that the configuration names. */
function collectionRailOf(config: PaymentsConfig): CollectionRail {
  switch (config.collectionRail) {
    case "sandbox":
      return createSandboxCollectionRail({
        baseUrl: config.sandboxUrl,
        callTimeoutMs: config.providerTimeoutMs,
        callbackSecret: config.sandboxCallbackSecret.reveal(),
      });
  }
}

function receiveRailOf(config: PaymentsConfig): LightningReceiveRail {
  switch (config.receiveRail) {
    case "sandbox":
      return createSandboxReceiveRail({
        baseUrl: config.sandboxUrl,
        callTimeoutMs: config.providerTimeoutMs,
      });
  }
}
