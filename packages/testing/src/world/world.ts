import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type PublishingService, publishingServices } from "@sanu/contracts";
import { type Clock, systemClock } from "@sanu/kernel";
import {
  applyStreams,
  connectNats,
  createLogger,
  type Database,
  type Logger,
  type Messaging,
  secret,
} from "@sanu/platform";
import {
  createMailSink,
  createSandbox,
  type Delays,
  type MailSink,
  type Sandbox,
  type SandboxOptions,
} from "@sanu/sandbox";
import { CompiledQuery } from "kysely";
import { expect } from "vitest";
import { openPatientDatabase } from "../databases/patient-database.ts";
import { createTestDatabase, type TestDatabase } from "../databases/test-database.ts";
import { eventually } from "../eventually.ts";
import { findBasePort } from "../network/base-port.ts";
import { stopInOrder } from "../stop-in-order.ts";
import { testNamespace, testNatsUrl } from "../test-namespace.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import { type Books, drawUpBooks } from "./books.ts";
import { type CallbackForwarder, startCallbackForwarder } from "./callback-forwarder.ts";
import { worldEnvironment } from "./environment.ts";
import { type Person, signUp } from "./person.ts";
import type { Environment, Programs } from "./programs.ts";
import { type RunningPrograms, runPrograms } from "./running-programs.ts";
import { settled, type WorldState } from "./settled.ts";

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
  readonly programs: RunningPrograms;
  readonly signUp: () => Promise<Person>;
  /** Waits until nothing moves any more. */
  readonly settled: (withinMs?: number) => Promise<void>;
  /** Fails unless the provider's account of the money and ours agree. Waits until the world has settled. */
  readonly expectBooksToBalance: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A server of NATS with users, who have one password here. */
export interface GuardedNats {
  readonly url: string;
  readonly namespace: string;
  readonly password: string;
}

export interface WorldOptions {
  readonly clock?: Clock;
  /** Settings of single services; see their READMEs. */
  readonly settings?: Environment;
  readonly delays?: Partial<Delays>;
  /** The sandbox speaks as lnd, too. */
  readonly lnd?: SandboxOptions["lnd"];
  /** In place of the run's server, where everybody may do everything. */
  readonly nats?: GuardedNats;
  readonly logLevel?: "silent" | "warn" | "info";
  /** Where the services write their log, for tests that read it. */
  readonly logger?: Logger;
}

/** Until then nobody may order. */
const tierLimits = CompiledQuery.raw("select from tier_limits");
const kycTiersCount = 4;

/** Delays of the sandbox in tests: as ordered as the real ones, but short. */
const shortDelays: Partial<Delays> = {
  slowMs: 300,
  lateMs: 200,
  hangMs: 300,
  notFoundMs: 800,
  callbackRetriesMs: [200, 500, 1_000],
};

/** Starts every program in this process on the run's servers, with databases and a namespace of its own. */
export async function startWorld(programs: Programs, options: WorldOptions = {}): Promise<World> {
  const { clock = systemClock, settings = {}, logLevel = "silent" } = options;
  const { nats = { url: testNatsUrl(), namespace: testNamespace() } } = options;
  const { url: natsUrl, namespace } = nats;
  const password = "password" in nats ? secret(nats.password) : undefined;
  const made = await makeDatabases(programs);
  const gatewayPort = await findBasePort();
  const publicUrl = `https://localhost:${gatewayPort}`;
  const callbacks = await startCallbackForwarder(() => [`${publicUrl}/webhooks/sandbox`]);
  const callbackSecret = randomBytes(24).toString("hex");
  const sandbox = await createSandbox({
    callbackUrl: callbacks.url,
    callbackSecret,
    delays: { ...shortDelays, ...options.delays },
    ...(options.lnd && { lnd: options.lnd }),
  });
  const mail = await createMailSink();
  await applyStreams({ url: natsUrl, password, namespace, replicas: 1 });
  const environment = worldEnvironment({
    natsUrl,
    namespace,
    gatewayPort,
    callbackSecret,
    invoiceKey: randomBytes(32).toString("hex"),
    databaseUrls: mapServices((service) => made[service].url),
    sandboxUrl: sandbox.url,
    smtpUrl: mail.smtpUrl,
    more: { ...(password && { NATS_PASSWORD: password.reveal() }), ...settings },
  });
  const logger = options.logger ?? createLogger({ service: "world", level: logLevel });
  const running = await runPrograms(programs, environment, { clock, logger });
  const messaging = await connectNats({ url: natsUrl, name: "streams", password, namespace });
  const databases = mapServices((service) =>
    openPatientDatabase({ url: made[service].url, poolMax: 2, applicationName: "world" }),
  );
  await eventually("transactions knows the limits that identity told", async () => {
    const limits = await databases.transactions.query(tierLimits);
    return limits.length === kycTiersCount;
  });
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
    programs: running,
    signUp: () => signUp(api, mail),
    settled: (withinMs) => settled(state, withinMs),
    expectBooksToBalance: () => expectBooksToBalance(sandbox, state),
    async stop() {
      await stopInOrder(api.close, running.stopAll, messaging.close);
      await stopInOrder(sandbox.close, callbacks.close, mail.close);
      await Promise.all(publishingServices.map((service) => databases[service].close()));
      await Promise.all(publishingServices.map((service) => made[service].drop()));
    },
  };
}

/**
 * A provider can have money of which no callback has arrived yet, and other orders may move while the sides
 * are read one after the other, so they are read until they agree; what still differs at the end is a
 * difference.
 */
async function expectBooksToBalance(sandbox: Sandbox, state: WorldState): Promise<void> {
  const draw = async () => {
    await settled(state);
    return drawUpBooks({ journal: sandbox.journal.all(), ...state.databases });
  };
  const isBalanced = ({ log, journal, violations }: Books) =>
    isDeepStrictEqual(log, journal) && violations.length === 0;
  let books = await draw();
  await eventually("the books balance", async () => {
    if (isBalanced(books)) return true;
    books = await draw();
    return isBalanced(books);
  }).catch(() => undefined);
  expect(books.violations).toEqual([]);
  expect(books.log).toEqual(books.journal);
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
