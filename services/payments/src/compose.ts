import {
  createEventStore,
  createReactionGroup,
  createServiceBase,
  createTimerPoller,
  latePart,
  type RunningService,
  type ServiceBase,
  type ServiceBaseOverrides,
} from "@sanu/platform";
import { type CollectionRail, createSandboxCollectionRail } from "@sanu/rails";
import { createCollectionWorker, type WorkerPaces } from "./collection/collection-worker.ts";
import { expirePayment } from "./collection/expire-payment.ts";
import { EXPIRY_TIMER } from "./collection/expiry-timer.ts";
import type { House } from "./collection/house.ts";
import { measuredRail } from "./collection/measured-rail.ts";
import type { PaymentsConfig } from "./config.ts";
import { PaymentEvent } from "./payment/events.ts";
import { publish } from "./publish.ts";
import { whenTransactionCreated } from "./reactions/when-transaction-created.ts";
import { answerersOf, requestLimits } from "./requests.ts";

/** What tests, and programs that run several services in one process, may replace. */
export interface PaymentsOverrides extends ServiceBaseOverrides {
  readonly rail?: CollectionRail;
  readonly paces?: WorkerPaces;
}

/** Makes payments from its configuration; nothing is connected before `start`. */
export async function compose(
  config: PaymentsConfig,
  overrides: PaymentsOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("payments", config, overrides);
  const { database, gate, logger, metrics, clock, lifecycle } = base;
  const rail = measuredRail(overrides.rail ?? railOf(config), metrics.outsideCalls);
  const house = houseOf(base, rail);
  const worker = createCollectionWorker(house, { gate, paces: overrides.paces ?? {} });
  const timers = createTimerPoller({
    database,
    clock,
    handlers: { [EXPIRY_TIMER]: expirePayment({ database, worker }) },
    onError: (error, timer) => logger.error({ error, timer: timer?.kind }, "a timer comes again"),
  });
  const reactions = latePart("reactions", () =>
    createReactionGroup({
      group: "payments-from-transactions",
      reactions: [whenTransactionCreated({ ...house, worker })],
      database,
      messaging: base.messaging(),
      gate,
      logger,
      metrics: metrics.consumers,
    }),
  );

  lifecycle
    .add({ name: "rail", stop: rail.close })
    .add(base.answering({ answerers: answerersOf({ ...house, worker }), ...requestLimits }))
    .add({ name: "attempts", start: worker.start, stop: worker.stop })
    .add({ name: "timers", start: timers.start, stop: timers.stop })
    .add(reactions);
  return base.service;
}

function houseOf(base: ServiceBase, rail: CollectionRail): House {
  const { database, gate, clock, logger } = base;
  const store = createEventStore({
    database,
    schema: PaymentEvent,
    publish,
    projections: [],
    gate,
    afterPublicCommit: base.wakeRelay,
  });
  const ask: House["ask"] = (definition, input, options) =>
    base.messaging().ask(definition, input, options);
  return { database, store, rail, ask, clock, logger };
}

/** The provider that the configuration names. */
function railOf(config: PaymentsConfig): CollectionRail {
  switch (config.collectionRail) {
    case "sandbox":
      return createSandboxCollectionRail({
        baseUrl: config.sandboxUrl,
        callbackSecret: config.sandboxCallbackSecret.reveal(),
      });
  }
}
