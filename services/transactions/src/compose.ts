import { linkRecordedSubject } from "@sanu/contracts";
import { type Clock, systemClock } from "@sanu/kernel";
import {
  type AnswerOptions,
  connectNats,
  createEventStore,
  createGate,
  createHealthServer,
  createLifecycle,
  createLogger,
  createMetrics,
  createReactionGroup,
  createRelay,
  type Database,
  type Logger,
  logFields,
  type Messaging,
  type Metrics,
  openDatabase,
  queryBuilder,
  type ReactionGroup,
  type Relay,
  type Service,
  type ServiceGate,
} from "@sanu/platform";
import { CompiledQuery } from "kysely";
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

const SERVICE = "transactions";

/** What tests, and programs that run several services in one process, may replace. */
export interface TransactionsOverrides {
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly rateSource?: RateSource;
  /** Memory and processor of the whole process; off where several services share one. */
  readonly processMetrics?: boolean;
}

export interface TransactionsService extends Service {
  /** The port of health and metrics; 0 before the start. */
  readonly healthPort: () => number;
}

interface Surroundings {
  readonly config: TransactionsConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly gate: ServiceGate;
  /** What exists only between the start and the stop. */
  readonly live: Live;
}

interface Live {
  messaging?: Messaging;
  relay?: Relay;
  groups: readonly ReactionGroup[];
  stopAnswering: readonly (() => Promise<void>)[];
}

/** Makes transactions from its configuration; nothing is connected before `start`. */
export function compose(
  config: TransactionsConfig,
  overrides: TransactionsOverrides = {},
): Promise<TransactionsService> {
  const around: Surroundings = {
    config,
    clock: overrides.clock ?? systemClock,
    logger: overrides.logger ?? createLogger({ service: SERVICE, level: config.logLevel }),
    metrics: createMetrics(SERVICE, { processMetrics: overrides.processMetrics ?? false }),
    database: openDatabase({
      url: config.databaseUrl.reveal(),
      poolMax: config.databasePoolMax,
      applicationName: SERVICE,
    }),
    gate: createGate(),
    live: { groups: [], stopAnswering: [] },
  };
  const { logger, metrics, database, live } = around;
  const house = createHouse(around, overrides.rateSource);
  const lifecycle = createLifecycle({ logger });
  const health = createHealth(around, lifecycle.isRunning);
  lifecycle
    .add({ name: "metrics", stop: () => metrics.close() })
    .add({ name: "database", check: () => ping(database), stop: database.close })
    .add({ name: "health", start: health.start, stop: health.stop })
    .add({ name: "nats", start: () => connect(around), stop: () => live.messaging?.close() })
    .add({ name: "relay", start: () => live.relay?.start(), stop: () => live.relay?.stop() })
    .add({ name: "waiters", start: house.waiters.start, stop: house.waiters.stop })
    .add({
      name: "reactions",
      start: () => startReactions(around, house),
      stop: () => Promise.all(live.groups.map((group) => group.stop())),
    })
    .add({
      name: "requests",
      start: () => startAnswering(around, house),
      stop: () => Promise.all(live.stopAnswering.map((stop) => stop())),
    });
  const { start, stop } = lifecycle;
  return Promise.resolve({ logger, start, stop, healthPort: health.port });
}

function createHouse(around: Surroundings, source?: RateSource): House {
  const { config, clock, logger, database, gate, live } = around;
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
      afterPublicCommit: () => live.relay?.wake(),
    }),
    prices: housePrices(config, clock, source),
    waiters: createLinkWaiters({
      subscribe: (onSettled) => connected(around).subscribeCore(subject, onSettled),
      listSettled: (transactionIds) => listSettled(database, transactionIds),
      onError: (error) => logger.warn({ error }, "the links could not be polled"),
    }),
    ...businessCalendar(config.timeZone),
    pageUrlOf: (token) => `${config.publicUrl}/pay/${token}`,
    announce: (transactionId) => connected(around).publishCore(subject, transactionId),
  };
}

async function connect({ config, database, gate, logger, metrics, live }: Surroundings) {
  const { natsUrl: url, namespace } = config;
  const messaging = await connectNats({ url, name: SERVICE, namespace });
  live.messaging = messaging;
  live.relay = createRelay({ service: SERVICE, database, messaging, gate, logger, metrics });
}

function connected({ live }: Surroundings): Messaging {
  if (live.messaging === undefined) throw new Error("NATS is not connected yet");
  return live.messaging;
}

async function startReactions(around: Surroundings, house: House): Promise<void> {
  const { database, gate, logger, metrics, live } = around;
  const messaging = connected(around);
  const shared = { database, messaging, gate, logger, metrics: metrics.consumers };
  live.groups = reactionsOf({ ...house, ask: messaging.ask }).map((each) =>
    createReactionGroup({ ...shared, ...each }),
  );
  await Promise.all(live.groups.map((group) => group.start()));
}

function startAnswering(around: Surroundings, house: House): void {
  const { database, config, logger, live } = around;
  const messaging = connected(around);
  const builder = queryBuilder<TransactionsTables>(database);
  const { orders, others } = answerersOf({ ...config, house, builder });
  const onFault: AnswerOptions["onFault"] = (error, request, { correlationId }) =>
    logger.error({ error, request, ...logFields({ correlationId }) }, "a request failed");
  live.stopAnswering = [
    messaging.answer({ answerers: others, onFault }),
    messaging.answer({ answerers: orders, onFault, concurrencyMax: requestLimits.ordersMax }),
  ];
}

function createHealth(around: Surroundings, isRunning: () => boolean) {
  const { config, database, gate, metrics, live } = around;
  const isConnected = () => live.messaging?.isConnected() ?? false;
  return createHealthServer({
    service: SERVICE,
    port: config.healthPort,
    isRunning,
    checks: [
      { name: "database", findTrouble: () => ping(database) },
      { name: "nats", findTrouble: () => (isConnected() ? undefined : "not connected") },
      { name: "log", findTrouble: gate.closedReason },
    ],
    metrics,
  });
}

/** Throws when the database does not answer. */
async function ping(database: Database): Promise<undefined> {
  await database.query(CompiledQuery.raw("select 1"));
}
