import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type FactDefinition,
  type FactInput,
  factSubject,
  GetDestination,
  type Namespace,
  ReceiveCallback,
  TransactionCreated,
} from "@sanu/contracts";
import { newId, newReference, type PaymentId, plusMs, systemClock } from "@sanu/kernel";
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
import { attemptKey, createSandboxCollectionRail, destinationHmac } from "@sanu/rails";
import { createSandbox, type Delays, type Sandbox } from "@sanu/sandbox";
import {
  createTestDatabase,
  eventually,
  startFactSource,
  testNamespace,
  testNatsUrl,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { compose, type PaymentsOverrides } from "./compose.ts";
import { readPaymentsConfig } from "./config.ts";
import { migrations } from "./database/migrations/index.ts";

/** Shorter than in production, so that a provider that stays silent does not hold up a test. */
const callTimeoutMs = 1_500;
const callbackSecret = "the sandbox signs with this";

/** Paces at which unknown outcomes resolve within a test. */
export const quickPaces = {
  limits: { askFirstMs: 50, askMostMs: 200, resendGraceMs: 100 },
  times: { pollMs: 20 },
} as const;

/** A callback as the provider sent it. */
export interface HeardCallback {
  readonly rawBody: Buffer;
  readonly signature: string;
}

/** An order as transactions would make it. */
export interface TestOrder {
  readonly paymentId: PaymentId;
  readonly transactionId: string;
  readonly number: string;
  /** The key under which the provider knows the collection. */
  readonly key: string;
  readonly fact: FactInput<typeof TransactionCreated>;
}

/** Payments as it runs, with a provider, a neighbour and callbacks of its own. */
export interface Collecting {
  readonly sandbox: Sandbox;
  readonly database: Database;
  readonly messaging: Messaging;
  readonly callbacks: HeardCallback[];
  /** Numbers by transaction, as transactions answers them; what is deleted is not found. */
  readonly numbers: Map<string, string>;
  readonly start: (overrides?: PaymentsOverrides) => Promise<RunningService>;
  readonly newOrder: (
    number: string,
    changes?: { amountXof?: bigint; windowMs?: number },
  ) => TestOrder;
  readonly tell: (order: TestOrder) => Promise<void>;
  readonly order: (...args: Parameters<Collecting["newOrder"]>) => Promise<TestOrder>;
  readonly deliver: (callback: HeardCallback, provider?: string) => Promise<string>;
  readonly eventsOf: (order: TestOrder) => Promise<readonly Record<string, unknown>[]>;
  /** Waits until the payment's events are these, by name. */
  readonly happened: (order: TestOrder, ...types: readonly string[]) => Promise<void>;
  readonly callsOf: (order: TestOrder, operation: string) => number;
  readonly rows: <Row extends object>(text: string, ...values: unknown[]) => Promise<Row[]>;
  readonly listen: (fact: FactDefinition) => unknown[];
  readonly stop: () => Promise<void>;
}

/** Everything around payments, on the run's servers; `start` starts a replica of it. */
export async function createCollecting(delays: Partial<Delays> = {}): Promise<Collecting> {
  const namespace = testNamespace();
  const natsUrl = testNatsUrl();
  await applyStreams({ url: natsUrl, namespace, replicas: 1 });
  const made = await createTestDatabase("payments", migrations);
  const database = openDatabase({ url: made.url, poolMax: 4, applicationName: "test" });
  const messaging = await connectNats({ url: natsUrl, name: "test", namespace });
  const neighbour = await startFactSource("transactions", messaging);
  const hmacKey = randomBytes(32);
  const numbers = new Map<string, string>();
  const stopAnswering = answerDestinations(messaging, numbers, hmacKey);
  const callbacks: HeardCallback[] = [];
  const deliver = deliverOver(messaging);
  const hooks = await receiveCallbacks((heard) => {
    callbacks.push(heard);
    return deliver(heard);
  });
  const sandbox = await createSandbox({ callbackUrl: hooks.url, callbackSecret, delays });
  const services: RunningService[] = [];
  const newOrder = orderMaker(numbers, hmacKey);
  const tell = (order: TestOrder) =>
    neighbour.tell(TransactionCreated, order.transactionId, order.fact);
  return {
    sandbox,
    database,
    messaging,
    callbacks,
    numbers,
    newOrder,
    tell,
    deliver,
    ...readersOf(database),
    async start(overrides = {}) {
      const service = await startPayments(
        {
          NATS_URL: natsUrl,
          NATS_NAMESPACE: namespace,
          PAYMENTS_DATABASE_URL: made.url,
          SANDBOX_URL: sandbox.url,
          SANDBOX_CALLBACK_SECRET: callbackSecret,
        },
        overrides,
      );
      services.push(service);
      return service;
    },
    async order(...args) {
      const order = newOrder(...args);
      await tell(order);
      return order;
    },
    callsOf: ({ key }, operation) =>
      sandbox.journal
        .ofKind("call")
        .filter((call) => call.key === key && call.operation === operation).length,
    listen: (fact) => listenTo(messaging, namespace, fact),
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
      await neighbour.stop();
      await stopAnswering();
      await messaging.close();
      await sandbox.close();
      hooks.server.closeAllConnections();
      hooks.server.close();
      await database.close();
      await made.drop();
    },
  };
}

/** A replica of payments as it runs, at the paces of a test. */
async function startPayments(
  environment: Readonly<Record<string, string>>,
  overrides: PaymentsOverrides,
): Promise<RunningService> {
  const config = readPaymentsConfig(environment);
  const logger = createLogger({ service: "payments", level: "silent" });
  const baseUrl = config.sandboxUrl;
  const rail = createSandboxCollectionRail({ baseUrl, callbackSecret, callTimeoutMs });
  const service = await compose(config, { logger, rail, paces: quickPaces, ...overrides });
  await service.start();
  return service;
}

/** What the database of payments tells. */
function readersOf(database: Database): Pick<Collecting, "rows" | "eventsOf" | "happened"> {
  const rows = <Row extends object>(text: string, ...values: unknown[]) =>
    database.query<Row>(CompiledQuery.raw(text, values));
  const eventsOf = async ({ paymentId }: TestOrder) => {
    const text = "select data from events where stream_id = $1 order by version";
    const found = await rows<{ data: Record<string, unknown> }>(text, paymentId);
    return found.map(({ data }) => data);
  };
  return {
    rows,
    eventsOf,
    async happened(order, ...types) {
      await eventually(`${order.number}: ${types.join(", ")}`, async () => {
        const found = (await eventsOf(order)).map(({ type }) => type);
        return found.join() === types.join();
      });
    },
  };
}

function orderMaker(numbers: Map<string, string>, hmacKey: Buffer): Collecting["newOrder"] {
  return (number, { amountXof = 10_000n, windowMs = 900_000 } = {}) => {
    const paymentId = newId<"PaymentId">();
    const transactionId = newId<"TransactionId">();
    numbers.set(transactionId, number);
    const now = systemClock.now();
    const fact = {
      transactionId,
      reference: newReference("TXN_"),
      accountId: newId<"AccountId">(),
      transactionType: "BUY_BITCOIN" as const,
      amountXof: amountXof.toString(),
      amountSats: "16339",
      rateXofPerBtc: "61200000",
      paymentId,
      paymentReference: newReference("PAY_"),
      channel: "MTN_OPEN",
      payerHmac: destinationHmac(hmacKey, number),
      receiverKind: "lightning-address" as const,
      receiverHmac: destinationHmac(hmacKey, "ok@sandbox.sanu"),
      limitMonth: "2026-11",
      expiresAt: plusMs(now, windowMs),
      createdAt: now,
    };
    const key = attemptKey("collection", paymentId, 1);
    return { paymentId, transactionId, number, key, fact };
  };
}

/** Transactions, as far as payments asks it. */
function answerDestinations(
  messaging: Messaging,
  numbers: ReadonlyMap<string, string>,
  hmacKey: Buffer,
): () => Promise<void> {
  const answerer = answers(GetDestination, async ({ transactionId }) => {
    const destination = numbers.get(transactionId);
    if (destination === undefined) return refuse("not-found");
    return { destination, hmacKey: hmacKey.toString("base64url") };
  });
  return messaging.answer({ answerers: [answerer], onFault: () => undefined });
}

/** The gateway, as far as a callback passes through it: the raw body and the headers. */
function deliverOver(messaging: Messaging): Collecting["deliver"] {
  return async ({ rawBody, signature }, provider = "sandbox") => {
    const answer = await messaging.ask(
      ReceiveCallback,
      {
        provider,
        rawBodyBase64: rawBody.toString("base64"),
        headers: { "x-sandbox-signature": signature },
      },
      { context: { correlationId: "callback", causationId: "callback" } },
    );
    return answer.kind === "answered" ? answer.data.outcome : answer.kind;
  };
}

async function receiveCallbacks(
  onCallback: (heard: HeardCallback) => Promise<string>,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = String(request.headers["x-sandbox-signature"]);
      void onCallback({ rawBody: Buffer.concat(chunks), signature }).then((outcome) =>
        response.writeHead(outcome === "unavailable" ? 503 : 200).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, server };
}

/** Everything that is published of one fact from now on. */
function listenTo(messaging: Messaging, space: Namespace, fact: FactDefinition): unknown[] {
  const heard: unknown[] = [];
  messaging.subscribeCore(factSubject(space, fact.type), (text) => heard.push(JSON.parse(text)));
  return heard;
}
