import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Namespace,
  namespace,
  type PublishingService,
  publishingServices,
} from "@sanu/contracts";
import {
  chooseSystemPorts,
  compileCacheEnvironment,
  type Environment,
  readyUrlOf,
  roomyLimits,
  type SupervisedProgram,
  type System,
  type SystemOptions,
  startSystem,
  systemUrls,
} from "@sanu/local-stack";
import { connectNats, type Database, type Messaging, secret } from "@sanu/platform";
import {
  createMailSink,
  createSandbox,
  type Delays,
  type MailSink,
  type Sandbox,
} from "@sanu/sandbox";
import {
  type ApiClient,
  type CallbackForwarder,
  createApiClient,
  findBasePort,
  openPatientDatabase,
  retireDatabases,
  runName,
  settled,
  startCallbackForwarder,
  type TcpProxy,
  testNamespace,
} from "@sanu/testing";
import { checkerName, type NatsGuard } from "./nats-guard.ts";
import { startPagePayers } from "./page-payers.ts";
import { runSanu } from "./run-sanu.ts";
import { type ServiceName, serviceNames } from "./service-names.ts";
import { silent } from "./silent-progress.ts";
import { systemSecrets } from "./system-secrets.ts";
import {
  closeWires,
  databaseHostsOf,
  natsWireOf,
  openWires,
  railWireOf,
  type Wires,
} from "./wires.ts";

export interface FaultSystemOptions {
  /** The administrator's URL of the Postgres under test. */
  readonly databaseUrl: string;
  readonly natsUrl: string;
  /** Where that server has users. */
  readonly guard?: NatsGuard;
  readonly delays?: Partial<Delays>;
  readonly settings?: Readonly<Partial<Record<ServiceName, Environment>>>;
  /** Which wires are in use: every byte on one costs the test's process. By default those to NATS alone. */
  readonly wired?: "nats" | "all";
  /** The clone that a program is run from; default: this one. */
  readonly cloneOf?: SystemOptions["cloneOf"];
  readonly streamsByCli?: boolean;
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
  /** Under which the service itself logs in. */
  readonly databaseUrlOf: (service: PublishingService) => string;
  readonly messaging: Messaging;
  readonly logsDir: string;
  /** What the services were given and nobody may see, each by what it is. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Each service's own way to NATS, which a test can break. */
  readonly wires: Readonly<Record<ServiceName, TcpProxy>>;
  /** Every way of every service, these among them. */
  readonly allWires: Wires;
  readonly program: (name: ServiceName) => SupervisedProgram;
  /** Whether a service says that it is ready for work; false when it does not answer. */
  readonly isReady: (name: ServiceName) => Promise<boolean>;
  /** Runs `sanu …` against the system and returns what it prints. */
  readonly sanu: (...args: readonly string[]) => Promise<string>;
  /** Makes an administrator as an operator does. */
  readonly makeAdmin: (account: {
    readonly email: string;
    readonly password: string;
  }) => Promise<void>;
  /** Where Prometheus reads the first process of a service. */
  readonly metricsUrl: (name: ServiceName) => string;
  /** Starts one more process of a service, with a way of its own to NATS; callbacks come to all gateways in turn. */
  readonly startReplica: System["startReplica"];
  /** Waits until nothing moves any more. */
  readonly settled: (withinMs?: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What takes minutes outside takes a moment here. Callbacks come again for as long as a service is away. */
const quickDelays: Partial<Delays> = {
  slowMs: 300,
  expireMs: 2_000,
  lateMs: 500,
  hangMs: 300,
  /** Longer than the second after which an attempt first asks: what is lost is asked about while it is. */
  notFoundMs: 1_600,
  callbackRetriesMs: [500, 1_000, 2_000, 4_000, 8_000, 16_000],
};

const readinessTimeoutMs = 3_000;

/** In the same proportion as the presets; a run need not wait 15 s for the work of every process that died. */
const quickAttempts: Environment = { PROVIDER_TIMEOUT_MS: "2500", ATTEMPT_LEASE_MS: "5000" };

/** The checker asks for comparisons and waits for them. */
const quickStatements: Environment = { STATEMENT_POLL_MS: "200" };

/** Amounts of a whole load fit: the limits of a person are not what fault runs are about. */
const roomySettings: Readonly<Partial<Record<ServiceName, Environment>>> = {
  identity: {
    ...roomyLimits,
    KYC_TIER_LIMITS_XOF: "1000000000,1000000000,1000000000,1000000000",
  },
  "gateway-api": roomyLimits,
  transactions: { OPEN_TRANSACTIONS_MAX: "100000" },
  payments: { ...quickAttempts, ...quickStatements },
  payouts: {
    ...quickAttempts,
    ...quickStatements,
    SEND_ATTEMPTS_MAX: "2",
    SEND_RETRY_PAUSE_MS: "200",
    DISBURSE_ATTEMPTS_MAX: "2",
    DISBURSE_RETRY_PAUSE_MS: "200",
  },
};

/** Starts the system on databases, streams and ports of its own. */
export async function startFaultSystem(options: FaultSystemOptions): Promise<FaultSystem> {
  const folder = mkdtempSync(join(tmpdir(), "sanu-faults-"));
  const { ports } = await chooseSystemPorts(await findBasePort());
  const apiUrl = `https://localhost:${ports.api}`;
  const callbackSecret = randomBytes(24).toString("hex");
  const { databaseUrl, natsUrl, guard, wired } = options;
  const allWires = await openWires({ natsUrl, databaseUrl, ports });
  const gateways = [wired === "all" ? `https://localhost:${allWires.callbacks.port}` : apiUrl];
  const callbacks = await startCallbackForwarder(inTurn(gateways));
  const delays = { ...quickDelays, ...options.delays };
  const callbackUrl = callbacks.url;
  const sandbox = await createSandbox({ port: ports.sandbox, callbackUrl, callbackSecret, delays });
  const payers = startPagePayers(sandbox);
  const mail = await createMailSink({ smtpPort: ports.smtp, httpPort: ports.mailPage });
  const space = guard?.namespace ?? namespace(testNamespace());
  const databasePrefix = `${runName()}_${randomBytes(6).toString("hex")}`;
  const system = await startSystem({
    folder,
    databaseUrl,
    natsUrl,
    ...(guard && { natsPasswordOf: () => guard.password }),
    ports,
    databasePrefix,
    namespace: space,
    progress: silent,
    without: ["sandbox"],
    environment: compileCacheEnvironment(),
    built: true,
    ...clonesOf(options),
    settings: settingsOf(options, { callbackSecret, wires: allWires }),
    databaseHosts: wired === "all" ? databaseHostsOf(allWires) : {},
  });
  const messaging = await connectChecker(natsUrl, space, guard);
  const databases = openDatabases(system.operatorEnvironment);
  const api = createApiClient(apiUrl);
  return {
    apiUrl,
    api,
    sandbox,
    mail,
    callbacks,
    databases,
    databaseUrlOf: (service) => databaseUrlIn(system.operatorEnvironment, service),
    messaging,
    wires: allWires.nats,
    allWires,
    logsDir: join(folder, "logs"),
    secrets: systemSecrets({ ...system, folder, callbackSecret }),
    program: system.program,
    isReady: (name) => isReady(readyUrlOf(name, ports)),
    sanu: (...args) => runSanu(system.operatorEnvironment, args),
    makeAdmin: (account) => makeAdmin(system.operatorEnvironment, account),
    metricsUrl: (name) => systemUrls(ports).metrics[name] ?? "",
    async startReplica(name, settings = {}, ...of) {
      const replica = await system.startReplica(name, { NATS_URL: natsUrl, ...settings }, ...of);
      if (replica.apiUrl !== undefined) gateways.push(replica.apiUrl);
      return replica;
    },
    settled: (withinMs) => settled({ databases, messaging }, withinMs),
    async stop() {
      await system.stop();
      payers.close();
      await Promise.all([api.close(), messaging.close(), sandbox.close(), mail.close()]);
      await Promise.all([callbacks.close(), closeWires(allWires)]);
      await Promise.all(publishingServices.map((service) => databases[service].close()));
      await retireDatabases(databasesOf(databasePrefix), databaseUrl);
      removeLogs(folder);
    },
  };
}

function clonesOf({ cloneOf, streamsByCli = false }: FaultSystemOptions) {
  return { streamsByCli, ...(cloneOf && { cloneOf }) };
}

function databasesOf(prefix: string): readonly string[] {
  return publishingServices.map((service) => `${prefix}_${service}`);
}

async function makeAdmin(
  environment: Environment,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const env = { ...environment, SANU_ADMIN_PASSWORD: password };
  await runSanu(env, ["admin", "create", "--email", email]);
}

function connectChecker(url: string, space: Namespace, guard?: NatsGuard): Promise<Messaging> {
  const password = guard && secret(guard.password);
  return connectNats({ url, name: checkerName, password, namespace: space });
}

/** The addresses for the next callback, each gateway's first in its turn, as a load balancer has it. */
function inTurn(gateways: readonly string[]): () => readonly string[] {
  let turn = 0;
  return () => {
    turn += 1;
    const first = turn % gateways.length;
    return [...gateways.slice(first), ...gateways.slice(0, first)].map(
      (gateway) => `${gateway}/webhooks/sandbox`,
    );
  };
}

function settingsOf(
  { settings = {}, natsUrl, wired = "nats" }: FaultSystemOptions,
  facts: { readonly callbackSecret: string; readonly wires: Wires },
): Readonly<Partial<Record<ServiceName, Environment>>> {
  const made: Partial<Record<ServiceName, Environment>> = {};
  for (const name of serviceNames) {
    const ways = {
      ...natsWireOf(facts.wires, name, natsUrl),
      ...(wired === "all" ? railWireOf(facts.wires, name) : {}),
    };
    made[name] = { ...ways, ...roomySettings[name], ...settings[name] };
  }
  const SANDBOX_CALLBACK_SECRET = facts.callbackSecret;
  return { ...made, payments: { ...made.payments, SANDBOX_CALLBACK_SECRET } };
}

function databaseUrlIn(environment: Environment, service: PublishingService): string {
  return environment[`${service.toUpperCase()}_DATABASE_URL`] ?? "";
}

function openDatabases(environment: Environment): Readonly<Record<PublishingService, Database>> {
  const open = (service: PublishingService): Database =>
    openPatientDatabase({
      url: databaseUrlIn(environment, service),
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

async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(readinessTimeoutMs);
  const response = await fetch(url, { signal }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 200;
}

/** `SANU_TEST_KEEP_LOGS=1` leaves them to whoever looks for the cause of a failure. */
function removeLogs(folder: string): void {
  if (process.env["SANU_TEST_KEEP_LOGS"] === "1") console.info(`The logs are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
