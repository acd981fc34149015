import { type Clock, systemClock } from "@sanu/kernel";
import {
  connectNats,
  createEventStore,
  createGate,
  createHealthServer,
  createLifecycle,
  createLogger,
  createMetrics,
  type Database,
  type Logger,
  logFields,
  type Messaging,
  type Metrics,
  openDatabase,
  queryBuilder,
  type Service,
  type ServiceGate,
} from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { AccountEvent } from "./account/events.ts";
import type { IdentityConfig } from "./config.ts";
import type { IdentityTables } from "./database/schema.ts";
import { createIdentitySecrets } from "./identity-secrets.ts";
import { createMailSender } from "./mail/mail-sender.ts";
import { createSmtpTransport } from "./mail/smtp-transport.ts";
import { createPasswords } from "./passwords/passwords.ts";
import { accountsProjection } from "./projections/accounts/projection.ts";
import { publish } from "./publish.ts";
import { answerersOf } from "./requests.ts";

const SERVICE = "identity";

/** What tests, and programs that run several services in one process, may replace. */
export interface IdentityOverrides {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Memory and processor of the whole process; off where several services share one. */
  readonly processMetrics?: boolean;
}

export interface IdentityService extends Service {
  /** The port of health and metrics; 0 before the start. */
  readonly healthPort: () => number;
}

interface Surroundings {
  readonly config: IdentityConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly gate: ServiceGate;
}

/** Makes identity from its configuration; nothing is connected before `start`. */
export async function compose(
  config: IdentityConfig,
  overrides: IdentityOverrides = {},
): Promise<IdentityService> {
  const database = openDatabase({
    url: config.databaseUrl.reveal(),
    poolMax: config.databasePoolMax,
    applicationName: SERVICE,
  });
  const around: Surroundings = {
    config,
    clock: overrides.clock ?? systemClock,
    logger: overrides.logger ?? createLogger({ service: SERVICE, level: config.logLevel }),
    metrics: createMetrics(SERVICE, { processMetrics: overrides.processMetrics ?? false }),
    database,
    gate: createGate(),
  };
  const lifecycle = createLifecycle({ logger: around.logger });
  const nats = createNatsLink(around);
  const domain = await createDomain(around);
  const health = createHealth(around, { nats, isRunning: lifecycle.isRunning });
  let stopAnswering: (() => Promise<void>) | undefined;

  lifecycle
    .add({ name: "metrics", stop: () => around.metrics.close() })
    .add({ name: "database", check: () => assertReachable(database), stop: database.close })
    .add({ name: "health", start: health.start, stop: health.stop })
    .add({ name: "secrets", start: domain.secrets.load })
    .add({ name: "nats", start: nats.connect, stop: nats.close })
    .add({ name: "mail", start: domain.mailSender.start, stop: domain.mailSender.stop })
    .add({
      name: "requests",
      start: () => {
        stopAnswering = nats.get().answer({
          answerers: domain.answerers,
          onFault: (error, request, { correlationId }) =>
            around.logger.error(
              { error, request, ...logFields({ correlationId }) },
              "a request failed",
            ),
        });
      },
      stop: () => stopAnswering?.(),
    });

  return {
    logger: around.logger,
    start: lifecycle.start,
    stop: lifecycle.stop,
    healthPort: health.port,
  };
}

/** The account, and everything that answers for it. */
async function createDomain({ config, clock, logger, metrics, database, gate }: Surroundings) {
  const { tokenPrivateKey, otpPepper, smtpUrl, mailFrom } = config;
  const secrets = createIdentitySecrets({ database, tokenPrivateKey, otpPepper });
  const transport = createSmtpTransport({ url: smtpUrl, from: mailFrom });
  const mailSender = createMailSender({ database, clock, transport, logger, metrics });
  const store = createEventStore({
    database,
    schema: AccountEvent,
    publish,
    projections: [accountsProjection],
    gate,
    afterPublicCommit: () => undefined,
  });
  const answerers = answerersOf({
    database,
    tables: queryBuilder<IdentityTables>(database),
    store,
    passwords: await createPasswords(),
    otpPepper: secrets.otpPepper,
    signingKey: secrets.signingKey,
    clock,
    afterMailQueued: mailSender.wake,
  });
  return { secrets, mailSender, answerers };
}

/** The connection to NATS, which exists between the start and the stop. */
function createNatsLink({ config }: Surroundings) {
  let messaging: Messaging | undefined;
  return {
    connect: async () => {
      const { natsUrl: url, namespace } = config;
      messaging = await connectNats({ url, name: SERVICE, namespace });
    },
    isConnected: () => messaging?.isConnected() ?? false,
    get: () => {
      if (messaging === undefined) throw new Error("NATS is not connected yet");
      return messaging;
    },
    close: () => messaging?.close(),
  };
}

function createHealth(
  { config, database, gate, metrics }: Surroundings,
  of: { readonly nats: { isConnected: () => boolean }; readonly isRunning: () => boolean },
) {
  return createHealthServer({
    service: SERVICE,
    port: config.healthPort,
    isRunning: of.isRunning,
    checks: [
      { name: "database", findTrouble: () => assertReachable(database).then(() => undefined) },
      { name: "nats", findTrouble: () => (of.nats.isConnected() ? undefined : "not connected") },
      { name: "log", findTrouble: gate.closedReason },
    ],
    metrics,
  });
}

/** Throws when the database does not answer. */
async function assertReachable(database: Database): Promise<void> {
  await database.query(CompiledQuery.raw("select 1"));
}
