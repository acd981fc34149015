import type { ReactionGroupName } from "@sanu/contracts";
import {
  createEventStore,
  createReactionGroup,
  createServiceBase,
  createTimerPoller,
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
import type { WorkerPaces } from "./attempts/money-in-worker.ts";
import { createCollectionWorker } from "./collection/collection-worker.ts";
import { expirePayment } from "./collection/expire-payment.ts";
import { EXPIRY_TIMER } from "./collection/expiry-timer.ts";
import type { House } from "./collection/house.ts";
import { measuredRail } from "./collection/measured-rail.ts";
import type { PaymentsConfig } from "./config.ts";
import { InvoiceEvent } from "./invoice/events.ts";
import { PaymentEvent } from "./payment/events.ts";
import { publish } from "./publish.ts";
import { whenAccountErased } from "./reactions/when-account-erased.ts";
import { whenTransactionCancelRequested } from "./reactions/when-transaction-cancel-requested.ts";
import { whenTransactionCreated } from "./reactions/when-transaction-created.ts";
import { whenTransactionRefundRequested } from "./reactions/when-transaction-refund-requested.ts";
import type { ReceivingHouse } from "./receiving/house.ts";
import { expireInvoice, INVOICE_EXPIRY_TIMER } from "./receiving/invoice-expiry.ts";
import { measuredReceiveRail } from "./receiving/measured-rail.ts";
import { publishInvoice } from "./receiving/publish-invoice.ts";
import { createReceivingWorker } from "./receiving/receiving-worker.ts";
import { RefundEvent } from "./refund/events.ts";
import type { RefundingHouse } from "./refunding/house.ts";
import { publishRefund } from "./refunding/publish-refund.ts";
import { createRefundWorker } from "./refunding/refund-worker.ts";
import { answerersOf, requestLimits } from "./requests.ts";

/** What tests, and programs that run several services in one process, may replace. */
export interface PaymentsOverrides extends ServiceBaseOverrides {
  readonly rail?: CollectionRail;
  readonly receiveRail?: LightningReceiveRail;
  readonly paces?: WorkerPaces;
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
  const houses = openHouses(base, config, { rail, receiveRail });
  // A provider that is slow takes the places of its own attempts, and of no others.
  const workers = openWorkers(houses, { gate, paces: pacesOf(config, overrides.paces) });
  const timers = createTimerPoller({
    database,
    clock,
    handlers: {
      [EXPIRY_TIMER]: expirePayment({ database, worker: workers.collecting }),
      [INVOICE_EXPIRY_TIMER]: expireInvoice({ ...houses.receiving, worker: workers.receiving }),
    },
    onError: (error, timer) => logger.error({ error, timer: timer?.kind }, "a timer comes again"),
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
        metrics: metrics.consumers,
      }),
    );
  const answerers = answerersOf({ ...houses.collecting, worker: workers.collecting });

  lifecycle
    .add({ name: "rail", stop: rail.close })
    .add({ name: "receive-rail", stop: receiveRail.close })
    .add(base.answering({ answerers, ...requestLimits }))
    .add({ name: "attempts", start: workers.collecting.start, stop: workers.collecting.stop })
    .add({ name: "invoices", start: workers.receiving.start, stop: workers.receiving.stop })
    .add({ name: "refunds", start: workers.refunding.start, stop: workers.refunding.stop })
    .add({ name: "timers", start: timers.start, stop: timers.stop })
    .add(listening("payments-from-transactions", reactionsOf(houses, workers)))
    .add(listening("payments-from-identity", [whenAccountErased({ database })]));
  return base.service;
}

function pacesOf(config: PaymentsConfig, paces: WorkerPaces | undefined) {
  const limits = { reviewAfterMs: config.outcomeUnknownAfterMs, ...paces?.limits };
  return { limits, times: { ...config.attemptsTimes, ...paces?.times } };
}

function openWorkers(houses: Houses, options: Parameters<typeof createReceivingWorker>[1]) {
  return {
    collecting: createCollectionWorker(houses.collecting, options),
    receiving: createReceivingWorker(houses.receiving, options),
    refunding: createRefundWorker(houses.refunding, options),
  };
}

function reactionsOf(houses: Houses, workers: ReturnType<typeof openWorkers>) {
  const collecting = { ...houses.collecting, worker: workers.collecting };
  const receiving = { ...houses.receiving, worker: workers.receiving };
  const { store: payments, clock } = houses.collecting;
  const { store: refunds } = houses.refunding;
  return [
    whenTransactionCreated({ collecting, receiving }),
    whenTransactionCancelRequested({ collecting, receiving }),
    whenTransactionRefundRequested({ payments, refunds, clock, worker: workers.refunding }),
  ];
}

/** What each of the three kinds of work needs; they share a database and know nothing of each other. */
interface Houses {
  readonly collecting: House;
  readonly receiving: ReceivingHouse;
  readonly refunding: RefundingHouse;
}

function openHouses(
  base: ServiceBase,
  config: PaymentsConfig,
  {
    rail,
    receiveRail,
  }: {
    readonly rail: CollectionRail;
    readonly receiveRail: LightningReceiveRail;
  },
): Houses {
  const { database, gate, clock, logger } = base;
  const log = { database, projections: [], gate, afterPublicCommit: base.wakeRelay };
  const ask: House["ask"] = (definition, input, options) =>
    base.messaging().ask(definition, input, options);
  const shared = { database, ask, clock, logger };
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
