import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { namespace, type PublishingService, publishingServices } from "@sanu/contracts";
import {
  chooseSystemPorts,
  type Environment,
  findFreePort,
  type SupervisedProgram,
  startSystem,
} from "@sanu/local-stack";
import { connectNats, type Database, type Messaging, openDatabase } from "@sanu/platform";
import {
  createMailSink,
  createSandbox,
  type Delays,
  type MailSink,
  type Sandbox,
} from "@sanu/sandbox";
import {
  type ApiClient,
  asAdmin,
  type CallbackForwarder,
  createApiClient,
  runName,
  settled,
  startCallbackForwarder,
  type TcpProxy,
  testNamespace,
} from "@sanu/testing";
import { openNatsWires } from "./nats-wires.ts";
import { type ServiceName, serviceNames } from "./service-names.ts";
import { silent } from "./silent-progress.ts";

export interface FaultSystemOptions {
  /** The administrator's URL of the Postgres under test. */
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly delays?: Partial<Delays>;
  readonly settings?: Readonly<Partial<Record<ServiceName, Environment>>>;
}

/**
 * The five services as processes of their own. Sandbox and mail sink are in the test's process: they survive
 * every fault, and the sandbox's journal is the truth that the checker holds against ours.
 */
export interface FaultSystem {
  readonly apiUrl: string;
  readonly api: ApiClient;
  readonly sandbox: Sandbox;
  readonly mail: MailSink;
  readonly callbacks: CallbackForwarder;
  readonly databases: Readonly<Record<PublishingService, Database>>;
  readonly messaging: Messaging;
  readonly logsDir: string;
  /** Each service's own way to NATS, which a test can break. */
  readonly wires: Readonly<Record<ServiceName, TcpProxy>>;
  readonly program: (name: ServiceName) => SupervisedProgram;
  /** Waits until nothing moves any more. */
  readonly settled: (withinMs?: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Amounts of a whole load fit: the limits of a person are not what fault runs are about. */
const roomySettings: Readonly<Partial<Record<ServiceName, Environment>>> = {
  transactions: { OPEN_TRANSACTIONS_MAX: "100000", MONTHLY_LIMIT_TIER_0_XOF: "1000000000" },
};

/** Starts the system on databases, streams and ports of its own. */
export async function startFaultSystem(options: FaultSystemOptions): Promise<FaultSystem> {
  const folder = mkdtempSync(join(tmpdir(), "sanu-faults-"));
  const { ports } = await chooseSystemPorts(await findFreePort());
  const apiUrl = `https://localhost:${ports.api}`;
  const callbackSecret = randomBytes(24).toString("hex");
  const callbacks = await startCallbackForwarder(() => `${apiUrl}/webhooks/sandbox`);
  const sandbox = await createSandbox({
    port: ports.sandbox,
    callbackUrl: callbacks.url,
    callbackSecret,
    delays: { slowMs: 300, lateMs: 200, hangMs: 300, notFoundMs: 800, ...options.delays },
  });
  const mail = await createMailSink({ smtpPort: ports.smtp, httpPort: ports.mailPage });
  const space = testNamespace();
  const databasePrefix = `${runName()}_${randomBytes(6).toString("hex")}`;
  const { databaseUrl, natsUrl } = options;
  const { wires, urls } = await openNatsWires(natsUrl);
  const system = await startSystem({
    folder,
    databaseUrl,
    natsUrl,
    ports,
    databasePrefix,
    namespace: space,
    progress: silent,
    without: ["sandbox"],
    settings: settingsOf(options, { callbackSecret, natsUrls: urls }),
  });
  const messaging = await connectNats({
    url: natsUrl,
    name: "checker",
    namespace: namespace(space),
  });
  const databases = openDatabases(system.operatorEnvironment);
  const api = createApiClient(apiUrl);
  return {
    apiUrl,
    api,
    sandbox,
    mail,
    callbacks,
    databases,
    messaging,
    wires,
    logsDir: join(folder, "logs"),
    program: system.program,
    settled: (withinMs) => settled({ databases, messaging }, withinMs),
    async stop() {
      await system.stop();
      await Promise.all([api.close(), messaging.close(), sandbox.close(), mail.close()]);
      await Promise.all([callbacks.close(), ...Object.values(wires).map((wire) => wire.close())]);
      await Promise.all(publishingServices.map((service) => databases[service].close()));
      await dropDatabases(databasePrefix, databaseUrl);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settingsOf(
  { settings = {} }: FaultSystemOptions,
  facts: {
    readonly callbackSecret: string;
    readonly natsUrls: Readonly<Record<ServiceName, string>>;
  },
): Readonly<Partial<Record<ServiceName, Environment>>> {
  const made: Partial<Record<ServiceName, Environment>> = {};
  for (const name of serviceNames) {
    const NATS_URL = facts.natsUrls[name];
    made[name] = { NATS_URL, ...roomySettings[name], ...settings[name] };
  }
  const SANDBOX_CALLBACK_SECRET = facts.callbackSecret;
  return { ...made, payments: { ...made.payments, SANDBOX_CALLBACK_SECRET } };
}

function openDatabases(environment: Environment): Readonly<Record<PublishingService, Database>> {
  const open = (service: PublishingService): Database =>
    openDatabase({
      url: environment[`${service.toUpperCase()}_DATABASE_URL`] ?? "",
      poolMax: 4,
      applicationName: "checker",
    });
  return {
    identity: open("identity"),
    transactions: open("transactions"),
    payments: open("payments"),
    payouts: open("payouts"),
  };
}

/** The run's own server outlives the system; databases and roles are taken back. */
async function dropDatabases(prefix: string, databaseUrl: string): Promise<void> {
  await asAdmin(async (client) => {
    for (const service of publishingServices) {
      await client.query(`drop database if exists ${prefix}_${service} with (force)`);
      await client.query(`drop role if exists ${prefix}_${service}`);
    }
  }, databaseUrl);
}
