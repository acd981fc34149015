import { type Clock, systemClock } from "@sanu/kernel";
import {
  type Answerer,
  type AnswerOptions,
  createEventStore,
  createGate,
  createHealthServer,
  createLifecycle,
  createLogger,
  createMetrics,
  type Database,
  type Logger,
  logFields,
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
import { createNatsLink, type NatsLink } from "./nats-link.ts";
import { publish } from "./publish.ts";
import { answererGroupsOf } from "./requests.ts";

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
  const { natsUrl: url, namespace } = config;
  const nats = createNatsLink({ ...around, service: SERVICE, url, namespace });
  const domain = await createDomain(around, nats.wakeRelay);
  const health = createHealth(around, { nats, isRunning: lifecycle.isRunning });
  const requests = createRequestLink(around, { nats, groups: domain.answererGroups });

  lifecycle
    .add({ name: "metrics", stop: () => around.metrics.close() })
    .add({ name: "database", check: () => assertReachable(database), stop: database.close })
    .add({ name: "health", start: health.start, stop: health.stop })
    .add({ name: "secrets", start: domain.secrets.load })
    .add({ name: "nats", start: nats.connect, stop: nats.close })
    .add({ name: "relay", start: nats.startRelay, stop: nats.stopRelay })
    .add({ name: "mail", start: domain.mailSender.start, stop: domain.mailSender.stop })
    .add({ name: "requests", start: requests.start, stop: requests.stop });

  return {
    logger: around.logger,
    start: lifecycle.start,
    stop: lifecycle.stop,
    healthPort: health.port,
  };
}

/** The account, and everything that answers for it. */
async function createDomain(around: Surroundings, wakeRelay: () => void) {
  const { config, clock, logger, metrics, database, gate } = around;
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
    afterPublicCommit: wakeRelay,
  });
  const answererGroups = answererGroupsOf({
    database,
    tables: queryBuilder<IdentityTables>(database),
    store,
    passwords: await createPasswords(),
    otpPepper: secrets.otpPepper,
    signingKey: secrets.signingKey,
    clock,
    afterMailQueued: mailSender.wake,
  });
  return { secrets, mailSender, answererGroups };
}

/** Takes requests from the start to the stop. */
function createRequestLink(
  { logger }: Surroundings,
  of: { readonly nats: NatsLink; readonly groups: readonly (readonly Answerer[])[] },
) {
  let stops: readonly (() => Promise<void>)[] = [];
  const onFault: AnswerOptions["onFault"] = (error, request, { correlationId }) =>
    logger.error({ error, request, ...logFields({ correlationId }) }, "a request failed");
  return {
    start: () => {
      stops = of.groups.map((answerers) => of.nats.get().answer({ answerers, onFault }));
    },
    stop: () => Promise.all(stops.map((stop) => stop())),
  };
}

function createHealth(
  { config, database, gate, metrics }: Surroundings,
  of: { readonly nats: NatsLink; readonly isRunning: () => boolean },
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
