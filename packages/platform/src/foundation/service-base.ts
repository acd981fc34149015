import type { PublishingService } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import {
  assertBound,
  bindSettings,
  boundSettingsOf,
  type UsedAccounts,
} from "../bound-settings/bound-settings.ts";
import { createDatabaseClock, type DatabaseClock } from "../clock/database-clock.ts";
import type { Secret } from "../config/secret.ts";
import type { LogLevel, SanuEnvironment } from "../config/settings.ts";
import { measurePool } from "../database/measure-pool.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { assertOwnLog } from "../event-store/assert-own-log.ts";
import { createGate, type ServiceGate } from "../event-store/gate.ts";
import { createHealthServer } from "../lifecycle/health-server.ts";
import { latePart } from "../lifecycle/late-part.ts";
import { createLifecycle, type Lifecycle } from "../lifecycle/lifecycle.ts";
import type { Service } from "../lifecycle/run-main.ts";
import { createLogger, type Logger, logFields } from "../logger/create-logger.ts";
import { connectNats, type Messaging } from "../messaging/connect-nats.ts";
import { measureQueues } from "../messaging/measure-queues.ts";
import { reportConnection } from "../messaging/report-connection.ts";
import type { ServeOptions } from "../messaging/serve.ts";
import { createRelay } from "../relay/create-relay.ts";
import { createMetrics, type Metrics } from "../telemetry/metrics.ts";
import { createTracer } from "../tracing/create-tracer.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { staffParts } from "./staff-parts.ts";

export interface ServiceBaseConfig {
  /** The database is bound to it at the first start. */
  readonly environment: SanuEnvironment;
  /** The same of its fingerprint. */
  readonly personKey?: Secret | undefined;
  readonly sealingPublicKey?: string | undefined;
  /** The same of whose accounts at providers are used. */
  readonly connectors?: Readonly<Record<string, UsedAccounts>> | undefined;
  readonly logLevel: LogLevel;
  /** Where traces are sent. */
  readonly tracesUrl?: string | undefined;
  readonly natsUrl: string;
  readonly natsUser?: string | undefined;
  readonly natsPassword?: Secret | undefined;
  readonly namespace: string;
  readonly healthHost: string;
  readonly healthPort: number;
  readonly databaseUrl: Secret;
  readonly databasePoolMax: number;
}

export interface ServiceBaseOverrides {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Memory and processor of the whole process; off where several services share one. */
  readonly processMetrics?: boolean;
}

export interface RunningService extends Service {
  readonly healthPort: () => number;
  /** Asks the database for the moment now, and not only seconds later: for who has moved the clock of a demo set. Timers and attempts that are due by then begin. */
  readonly measureClock: () => Promise<void>;
}

export interface ServiceBase {
  readonly clock: Clock;
  /** The database's moment also where a test has set `clock`: by it assertions begin and end. */
  readonly databaseClock: Clock;
  /** Calls `look` when the database's moment has leapt on. */
  readonly onClockLeap: DatabaseClock["onLeap"];
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly database: Database;
  readonly gate: ServiceGate;
  readonly messaging: () => Messaging;
  readonly wakeRelay: () => void;
  /** Holds database, health, NATS and relay already; what is added starts after them and stops before them. */
  readonly lifecycle: Lifecycle;
  readonly serving: (
    options: Omit<ServeOptions, "onFault" | "gate" | "staffGate">,
  ) => Parameters<Lifecycle["add"]>[0];
  readonly service: RunningService;
}

/** Nothing is connected before the start. */
export function createServiceBase(
  name: PublishingService,
  config: ServiceBaseConfig,
  overrides: ServiceBaseOverrides = {},
): ServiceBase {
  const metrics = createMetrics(name, { processMetrics: overrides.processMetrics ?? false });
  const logger = overrides.logger ?? countedLogger(name, config, metrics);
  const tracer = createTracer({ service: name, endpoint: config.tracesUrl, logger, metrics });
  const database = openDatabase({
    url: config.databaseUrl.reveal(),
    poolMax: config.databasePoolMax,
    applicationName: name,
    metrics: metrics.database,
  });
  measurePool(database, config.databasePoolMax, metrics);
  const onQueue = measureQueues(metrics);
  const databaseClock = createDatabaseClock({ database, logger, metrics });
  const clock = overrides.clock ?? databaseClock;
  const gate = createGate();
  const lifecycle = createLifecycle({ logger });
  const nats = createNatsLink(name, config, { logger, metrics, tracer });
  const relay = latePart("relay", () =>
    createRelay({ service: name, database, messaging: nats.get(), gate, logger, metrics, tracer }),
  );
  const about = { database, clock: databaseClock, logger, metrics };
  const { staffGate, staffPart } = staffParts(about, nats.get);
  const health = createHealthServer({
    service: name,
    host: config.healthHost,
    port: config.healthPort,
    isRunning: lifecycle.isRunning,
    checks: [
      { name: "database", findTrouble: () => assertReachable(database).then(() => undefined) },
      { name: "nats", findTrouble: nats.trouble },
      { name: "log", findTrouble: gate.closedReason },
      { name: "clock", findTrouble: databaseClock.trouble },
    ],
    metrics,
  });
  lifecycle
    .add({ name: "metrics", stop: () => metrics.close() })
    .add({ name: "traces", start: tracer.start, stop: tracer.stop })
    .add({ name: "database", ...ownDatabase(name, database, config), stop: database.close })
    .add({ name: "health", start: health.start, stop: health.stop })
    .add({ name: "clock", start: databaseClock.start, stop: databaseClock.stop })
    .add({ name: "nats", start: nats.connect, stop: nats.close })
    .add(relay)
    .add(staffPart);
  return {
    clock,
    databaseClock,
    onClockLeap: databaseClock.onLeap,
    logger,
    metrics,
    tracer,
    database,
    gate,
    messaging: nats.get,
    wakeRelay: () => relay.find()?.wake(),
    lifecycle,
    serving: (options) => servingPart(nats.get, logger, { ...options, gate, staffGate, onQueue }),
    service: {
      logger,
      start: lifecycle.start,
      stop: lifecycle.stop,
      healthPort: health.port,
      measureClock: databaseClock.measure,
    },
  };
}

/** Not another service's, and of no other environment. */
function ownDatabase(name: PublishingService, database: Database, config: ServiceBaseConfig) {
  const bound = boundSettingsOf(config);
  return {
    check: async () => {
      await assertOwnLog(database, name);
      await assertBound(database, name, bound);
    },
    start: () => bindSettings(database, name, bound),
  };
}

function countedLogger(
  service: PublishingService,
  { logLevel: level }: ServiceBaseConfig,
  { logs }: Metrics,
): Logger {
  return createLogger({ service, level, onLine: logs.countLine });
}

function createNatsLink(
  name: string,
  { natsUrl: url, natsUser: user, natsPassword: password, namespace }: ServiceBaseConfig,
  { logger, metrics, tracer }: Pick<ServiceBase, "logger" | "metrics" | "tracer">,
) {
  let messaging: Messaging | undefined;
  return {
    connect: async () => {
      const onRequest = metrics.serviceRequests.observe;
      messaging = await connectNats({ url, name, user, password, namespace, onRequest, tracer });
      reportConnection(messaging, { logger, metrics });
    },
    trouble: () => (messaging === undefined ? "not connected" : messaging.trouble()),
    get: () => {
      if (messaging === undefined) throw new Error("NATS is not connected yet");
      return messaging;
    },
    close: () => messaging?.close(),
  };
}

function servingPart(
  messaging: () => Messaging,
  logger: Logger,
  options: Omit<ServeOptions, "onFault">,
) {
  return latePart("requests", () => {
    let end: (() => Promise<void>) | undefined;
    return {
      async start() {
        end = messaging().serve({
          ...options,
          onFault: (error, request, context) =>
            logger.error({ error, request, ...logFields(context) }, "a request failed"),
        });
        // Whoever asks a service that is ready finds it. A connection that is lost meanwhile subscribes anew by itself.
        const { connection, whileConnected } = messaging();
        await whileConnected(() => connection.flush()).catch(() => undefined);
      },
      stop: () => end?.(),
    };
  });
}

async function assertReachable(database: Database): Promise<void> {
  await database.query(CompiledQuery.raw("select 1"));
}
