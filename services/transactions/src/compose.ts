import { linkRecordedSubject } from "@sanu/contracts";
import {
  createEventStore,
  createReactionGroup,
  createServiceBase,
  latePart,
  queryBuilder,
  type RunningService,
  type ServiceBase,
  type ServiceBaseOverrides,
} from "@sanu/platform";
import { businessCalendar } from "./calendar/business-calendar.ts";
import type { TransactionsConfig } from "./config.ts";
import type { House } from "./creation/house.ts";
import { createLinkWaiters } from "./creation/link-waiters.ts";
import { listSettled } from "./creation/read-creation.ts";
import type { TransactionsTables } from "./database/schema.ts";
import { housePrices } from "./pricing/house-prices.ts";
import type { RateSource } from "./pricing/rate-source.ts";
import { projections } from "./projections/projections.ts";
import { publish } from "./publish.ts";
import { reactionsOf } from "./reactions/reactions.ts";
import { answerersOf, requestLimits } from "./requests.ts";
import { TransactionEvent } from "./transaction/events.ts";

/** What tests, and programs that run several services in one process, may replace. */
export interface TransactionsOverrides extends ServiceBaseOverrides {
  readonly rateSource?: RateSource;
}

/** Makes transactions from its configuration; nothing is connected before `start`. */
export async function compose(
  config: TransactionsConfig,
  overrides: TransactionsOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("transactions", config, overrides);
  const house = houseOf(base, config, overrides.rateSource);
  const builder = queryBuilder<TransactionsTables>(base.database);
  const { orders, others } = answerersOf({ ...config, house, builder });
  base.lifecycle
    .add({ name: "waiters", start: house.waiters.start, stop: house.waiters.stop })
    .add(latePart("reactions", () => groupsOf(base, house)))
    .add(base.answering({ answerers: others }))
    .add(base.answering({ answerers: orders, concurrencyMax: requestLimits.ordersMax }));
  return base.service;
}

function houseOf(base: ServiceBase, config: TransactionsConfig, source?: RateSource): House {
  const { clock, logger, database, gate, messaging } = base;
  const subject = linkRecordedSubject(config.namespace);
  return {
    ...config,
    database,
    clock,
    store: createEventStore({
      database,
      schema: TransactionEvent,
      publish,
      projections,
      gate,
      afterPublicCommit: base.wakeRelay,
    }),
    prices: housePrices(config, clock, source),
    waiters: createLinkWaiters({
      subscribe: (onSettled) => messaging().subscribeCore(subject, onSettled),
      listSettled: (transactionIds) => listSettled(database, transactionIds),
      onError: (error) => logger.warn({ error }, "the links could not be polled"),
    }),
    ...businessCalendar(config.timeZone),
    pageUrlOf: (token) => `${config.publicUrl}/pay/${token}`,
    announce: (transactionId) => messaging().publishCore(subject, transactionId),
  };
}

/** Both groups of reactions; they start and stop together. */
function groupsOf(base: ServiceBase, house: House) {
  const { database, gate, logger, metrics } = base;
  const messaging = base.messaging();
  const shared = { database, messaging, gate, logger, metrics: metrics.consumers };
  const groups = reactionsOf({ ...house, ask: messaging.ask }).map((each) =>
    createReactionGroup({ ...shared, ...each }),
  );
  return {
    start: () => Promise.all(groups.map((group) => group.start())),
    stop: () => Promise.all(groups.map((group) => group.stop())),
  };
}
