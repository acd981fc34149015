import { randomBytes } from "node:crypto";
import { type PublishingService, publishingServices } from "@sanu/contracts";
import { type Clock, systemClock } from "@sanu/kernel";
import { findFreePort } from "@sanu/local-stack";
import {
  applyStreams,
  connectNats,
  createLogger,
  type Database,
  type Messaging,
  openDatabase,
} from "@sanu/platform";
import {
  createMailSink,
  createSandbox,
  type Delays,
  type MailSink,
  type Sandbox,
} from "@sanu/sandbox";
import { expect } from "vitest";
import { createTestDatabase, type TestDatabase } from "../databases/test-database.ts";
import { testNamespace, testNatsUrl } from "../test-namespace.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import { drawUpBooks } from "./books.ts";
import { type CallbackForwarder, startCallbackForwarder } from "./callback-forwarder.ts";
import { worldEnvironment } from "./environment.ts";
import { type Person, signUp } from "./person.ts";
import type { Environment, Program, Programs } from "./programs.ts";
import { settled } from "./settled.ts";

/** All five services in one process, on databases and streams of their own, with a sandbox and a mail sink. */
export interface World {
  readonly api: ApiClient;
  readonly publicUrl: string;
  readonly namespace: string;
  readonly environment: Environment;
  readonly sandbox: Sandbox;
  readonly mail: MailSink;
  readonly callbacks: CallbackForwarder;
  readonly databases: Readonly<Record<PublishingService, Database>>;
  readonly messaging: Messaging;
  readonly signUp: () => Promise<Person>;
  /** Waits until nothing moves any more. */
  readonly settled: (withinMs?: number) => Promise<void>;
  /** Fails unless the provider's account of the money and ours agree. Waits until the world has settled. */
  readonly expectBooksToBalance: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface WorldOptions {
  readonly clock?: Clock;
  /** Settings of single services; see their READMEs. */
  readonly settings?: Environment;
  readonly delays?: Partial<Delays>;
  readonly logLevel?: "silent" | "warn" | "info";
}

/** Delays of the sandbox in tests: as ordered as the real ones, but short. */
const shortDelays: Partial<Delays> = {
  slowMs: 300,
  lateMs: 200,
  hangMs: 300,
  notFoundMs: 800,
  callbackRetriesMs: [200, 500, 1_000],
};

/** Starts a world. */
export async function startWorld(programs: Programs, options: WorldOptions = {}): Promise<World> {
  const { clock = systemClock, settings = {}, logLevel = "silent" } = options;
  const namespace = testNamespace();
  const natsUrl = testNatsUrl();
  const made = await makeDatabases(programs);
  const gatewayPort = await findFreePort();
  const publicUrl = `https://localhost:${gatewayPort}`;
  const callbacks = await startCallbackForwarder(() => `${publicUrl}/webhooks/sandbox`);
  const callbackSecret = randomBytes(24).toString("hex");
  const sandbox = await createSandbox({
    callbackUrl: callbacks.url,
    callbackSecret,
    delays: { ...shortDelays, ...options.delays },
  });
  const mail = await createMailSink();
  await applyStreams({ url: natsUrl, namespace, replicas: 1 });
  const environment = worldEnvironment({
    natsUrl,
    namespace,
    gatewayPort,
    callbackSecret,
    databaseUrls: mapServices((service) => made[service].url),
    sandboxUrl: sandbox.url,
    smtpUrl: mail.smtpUrl,
    more: settings,
  });
  const logger = createLogger({ service: "world", level: logLevel });
  const running = await startPrograms(programs, environment, { clock, logger });
  const messaging = await connectNats({ url: natsUrl, name: "world", namespace });
  const databases = mapServices((service) =>
    openDatabase({ url: made[service].url, poolMax: 2, applicationName: "world" }),
  );
  const api = createApiClient(publicUrl);
  const state = { databases, messaging };
  return {
    api,
    publicUrl,
    namespace,
    environment,
    sandbox,
    mail,
    callbacks,
    databases,
    messaging,
    signUp: () => signUp(api, mail),
    settled: (withinMs) => settled(state, withinMs),
    async expectBooksToBalance() {
      await settled(state);
      const books = await drawUpBooks({ journal: sandbox.journal.all(), ...databases });
      expect(books.violations).toEqual([]);
      expect(books.log).toEqual(books.journal);
    },
    async stop() {
      await api.close();
      for (const program of running.toReversed()) await program.stop();
      await messaging.close();
      await sandbox.close();
      await callbacks.close();
      await mail.close();
      await Promise.all(publishingServices.map((service) => databases[service].close()));
      await Promise.all(publishingServices.map((service) => made[service].drop()));
    },
  };
}

async function startPrograms(
  programs: Programs,
  environment: Environment,
  overrides: { readonly clock: Clock; readonly logger: ReturnType<typeof createLogger> },
): Promise<readonly Program[]> {
  const running: Program[] = [];
  for (const service of publishingServices) {
    running.push(await programs[service].compose(environment, overrides));
  }
  running.push(await programs.gateway.compose(environment, overrides));
  await Promise.all(running.map((program) => program.start()));
  return running;
}

async function makeDatabases(
  programs: Programs,
): Promise<Readonly<Record<PublishingService, TestDatabase>>> {
  const [identity, transactions, payments, payouts] = await Promise.all([
    createTestDatabase("identity", programs.identity.migrations),
    createTestDatabase("transactions", programs.transactions.migrations),
    createTestDatabase("payments", programs.payments.migrations),
    createTestDatabase("payouts", programs.payouts.migrations),
  ]);
  return { identity, transactions, payments, payouts };
}

function mapServices<Value>(
  make: (service: PublishingService) => Value,
): Readonly<Record<PublishingService, Value>> {
  return {
    identity: make("identity"),
    transactions: make("transactions"),
    payments: make("payments"),
    payouts: make("payouts"),
  };
}
