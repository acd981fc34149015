import { randomBytes } from "node:crypto";
import {
  type FactDefinition,
  type FactInput,
  factSubject,
  GetDestination,
  type Namespace,
  TransactionPaid,
} from "@sanu/contracts";
import { newId, newReference, type PayoutId, systemClock } from "@sanu/kernel";
import {
  answers,
  applyStreams,
  connectNats,
  createLogger,
  type Database,
  type Messaging,
  openDatabase,
  type RunningService,
  refuse,
} from "@sanu/platform";
import { createSandboxSendRail, destinationHmac } from "@sanu/rails";
import { createSandbox, type Delays, type Sandbox } from "@sanu/sandbox";
import {
  createTestDatabase,
  eventually,
  startFactSource,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { compose, type PayoutsOverrides } from "./compose.ts";
import { readPayoutsConfig } from "./config.ts";
import { migrations } from "./database/migrations/index.ts";

/** Shorter than in production, so that a node that stays silent does not hold up a test. */
const callTimeoutMs = 700;

/** Paces at which unknown outcomes resolve within a test. */
export const quickPaces = {
  limits: { askFirstMs: 50, askMostMs: 200, resendGraceMs: 100 },
  times: { pollMs: 20 },
} as const;

/** An order as transactions would make it. */
export interface TestPayout {
  readonly payoutId: PayoutId;
  readonly transactionId: string;
  readonly receiver: string;
  readonly fact: FactInput<typeof TransactionPaid>;
}

/** Payouts as it runs, with a node and a neighbour of its own. */
export interface Sending {
  readonly sandbox: Sandbox;
  readonly database: Database;
  /** Receivers by transaction, as transactions answers them; what is deleted is not found. */
  readonly receivers: Map<string, string>;
  readonly start: (
    overrides?: PayoutsOverrides,
    settings?: Readonly<Record<string, string>>,
  ) => Promise<RunningService>;
  readonly newPayout: (receiver: string) => TestPayout;
  readonly tell: (payout: TestPayout) => Promise<void>;
  readonly order: (receiver: string) => Promise<TestPayout>;
  readonly eventsOf: (payout: TestPayout) => Promise<readonly Record<string, unknown>[]>;
  /** Waits until the payout's events are these, by name. */
  readonly happened: (payout: TestPayout, ...types: readonly string[]) => Promise<void>;
  /** Sends by the node's own account: how many it began for the stored invoices, how many arrived. */
  readonly sendsOf: (payout: TestPayout) => Promise<{ begun: number; settled: number }>;
  readonly callsOf: (operation: string) => number;
  readonly rows: <Row extends object>(text: string, ...values: unknown[]) => Promise<Row[]>;
  readonly listen: (fact: FactDefinition) => unknown[];
  readonly stop: () => Promise<void>;
}

/** Everything around payouts, on the run's servers; `start` starts a replica of it. */
export async function createSending(delays: Partial<Delays> = {}): Promise<Sending> {
  const namespace = testNamespace();
  const natsUrl = testNatsUrl();
  await applyStreams({ url: natsUrl, namespace, replicas: 1 });
  const made = await createTestDatabase("payouts", migrations);
  const database = openDatabase({ url: made.url, poolMax: 4, applicationName: "test" });
  const messaging = await connectNats({ url: natsUrl, name: "test", namespace });
  const neighbour = await startFactSource("transactions", messaging);
  const hmacKey = randomBytes(32);
  const receivers = new Map<string, string>();
  const stopAnswering = answerDestinations(messaging, receivers, hmacKey);
  const sandbox = await createSandbox({ callbackUrl: null, callbackSecret: "none", delays });
  const services: RunningService[] = [];
  const readers = readersOf(database, sandbox);
  const newPayout = payoutMaker(receivers, hmacKey);
  const tell = ({ transactionId, fact }: TestPayout) =>
    neighbour.tell(TransactionPaid, transactionId, fact);
  return {
    sandbox,
    database,
    receivers,
    newPayout,
    tell,
    ...readers,
    async start(overrides = {}, settings = {}) {
      const service = await startPayouts(
        {
          NATS_URL: natsUrl,
          NATS_NAMESPACE: namespace,
          PAYOUTS_DATABASE_URL: made.url,
          SANDBOX_URL: sandbox.url,
          SEND_RETRY_PAUSE_MS: "20",
          ...settings,
        },
        overrides,
      );
      services.push(service);
      return service;
    },
    async order(receiver) {
      const payout = newPayout(receiver);
      await tell(payout);
      return payout;
    },
    callsOf: (operation) =>
      sandbox.journal.ofKind("call").filter((call) => call.operation === operation).length,
    listen: (fact) => listenTo(messaging, namespace, fact),
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
      await neighbour.stop();
      await stopAnswering();
      await messaging.close();
      await sandbox.close();
      await database.close();
      await made.drop();
    },
  };
}

/** A replica of payouts as it runs, at the paces of a test. */
async function startPayouts(
  environment: Readonly<Record<string, string>>,
  overrides: PayoutsOverrides,
): Promise<RunningService> {
  const config = readPayoutsConfig(environment);
  const logger = createLogger({ service: "payouts", level: "silent" });
  const rail = createSandboxSendRail({ baseUrl: config.sandboxUrl, callTimeoutMs });
  const service = await compose(config, { logger, rail, paces: quickPaces, ...overrides });
  await service.start();
  return service;
}

/** What the database of payouts and the node tell. */
function readersOf(
  database: Database,
  { journal }: Sandbox,
): Pick<Sending, "rows" | "eventsOf" | "happened" | "sendsOf"> {
  const rows = <Row extends object>(text: string, ...values: unknown[]) =>
    database.query<Row>(CompiledQuery.raw(text, values));
  const eventsOf = async ({ payoutId }: TestPayout) => {
    const text = "select data from events where stream_id = $1 order by version";
    const found = await rows<{ data: Record<string, unknown> }>(text, payoutId);
    return found.map(({ data }) => data);
  };
  return {
    rows,
    eventsOf,
    async happened(payout, ...types) {
      await eventually(`${payout.receiver}: ${types.join(", ")}`, async () => {
        const found = (await eventsOf(payout)).map(({ type }) => type);
        return found.join() === types.join();
      });
    },
    async sendsOf({ payoutId }) {
      const text = "select natural_key from attempts where subject_id = $1";
      const keys = await rows<{ natural_key: string | null }>(text, payoutId);
      const ids = keys.map((row) => row.natural_key?.split(":")[1] ?? "");
      const countOf = (kind: "send-accepted" | "send-settled") =>
        journal.ofKind(kind).filter(({ sendId }) => ids.includes(sendId)).length;
      return { begun: countOf("send-accepted"), settled: countOf("send-settled") };
    },
  };
}

function payoutMaker(receivers: Map<string, string>, hmacKey: Buffer): Sending["newPayout"] {
  return (receiver) => {
    const payoutId = newId<"PayoutId">();
    const transactionId = newId<"TransactionId">();
    receivers.set(transactionId, receiver);
    const fact = {
      transactionId,
      transactionType: "BUY_BITCOIN" as const,
      paymentId: newId<"PaymentId">(),
      payoutId,
      payoutReference: newReference("PAYOUT_"),
      amountXof: "10000",
      amountSats: "16339",
      receiverKind: "lightning-address" as const,
      receiverHmac: destinationHmac(hmacKey, receiver),
      paidAt: systemClock.now(),
    };
    return { payoutId, transactionId, receiver, fact };
  };
}

/** Transactions, as far as payouts asks it. */
function answerDestinations(
  messaging: Messaging,
  receivers: ReadonlyMap<string, string>,
  hmacKey: Buffer,
): () => Promise<void> {
  const answerer = answers(GetDestination, async ({ transactionId, leg }) => {
    const destination = receivers.get(transactionId);
    if (destination === undefined || leg !== "payout") return refuse("not-found");
    return { destination, hmacKey: hmacKey.toString("base64url") };
  });
  return messaging.answer({ answerers: [answerer], onFault: () => undefined });
}

/** Everything that is published of one fact from now on. */
function listenTo(messaging: Messaging, space: Namespace, fact: FactDefinition): unknown[] {
  const heard: unknown[] = [];
  messaging.subscribeCore(factSubject(space, fact.type), (text) => heard.push(JSON.parse(text)));
  return heard;
}
