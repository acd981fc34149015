import { randomBytes } from "node:crypto";
import { attemptKey } from "@sanu/attempts";
import { type FactDefinition, type FactInput, TransactionCreated } from "@sanu/contracts";
import {
  newId,
  newReference,
  type PaymentId,
  plusMs,
  type RefundId,
  systemClock,
  type TransactionId,
} from "@sanu/kernel";
import {
  createLogger,
  type Database,
  destinationHmac,
  type Messaging,
  type RunningService,
} from "@sanu/platform";
import { type CollectionRail, createSandboxCollectionRail } from "@sanu/rails";
import { createSandbox, type Delays, type Sandbox } from "@sanu/sandbox";
import {
  collectFacts,
  createLogReader,
  type FactSource,
  type LogReader,
  quickTimings,
  serveDestinations,
  startFactSource,
  startService,
  startSurroundings,
} from "@sanu/testing";
import {
  type DeliverCallback,
  deliverOver,
  type ReceivedCallback,
  receiveCallbacks,
} from "./callbacks.fixture.ts";
import { compose, type PaymentsOverrides } from "./compose.ts";
import { readPaymentsConfig } from "./config.ts";
import { migrations } from "./database/migrations/index.ts";

/** Shorter than in production, so that a provider that stays silent does not hold up a test. */
const callTimeoutMs = 1_000;
export const standardGraceMs = 60_000;
/** How long an order can be paid. */
export const windowMs = 900_000;
const callbackSecret = "the sandbox signs with this";
export const invoiceKey = "what invoices are derived from, in these tests";

export interface TestOrder {
  readonly paymentId: PaymentId;
  readonly transactionId: TransactionId;
  readonly number: string;
  /** The key under which the provider knows the collection. */
  readonly key: string;
  readonly fact: FactInput<typeof TransactionCreated>;
}

/** Payments as it runs, with a provider, a neighbour and callbacks of its own. */
export interface CollectionWorld {
  readonly sandbox: Sandbox;
  readonly database: Database;
  readonly messaging: Messaging;
  readonly callbacks: ReceivedCallback[];
  /** Numbers by transaction, as transactions answers them; what is deleted is not found. */
  readonly numbers: Map<string, string>;
  readonly start: (
    overrides?: PaymentsOverrides,
    settings?: Readonly<Record<string, string>>,
  ) => Promise<RunningService>;
  readonly newOrder: (
    number: string,
    changes?: { amountXof?: bigint; windowMs?: number },
  ) => TestOrder;
  readonly publish: (order: TestOrder) => Promise<unknown>;
  /** Publishes any fact as transactions would. */
  readonly publishFact: FactSource["publish"];
  readonly order: (...args: Parameters<CollectionWorld["newOrder"]>) => Promise<TestOrder>;
  readonly deliver: DeliverCallback;
  /** The time of a payment is over now: its timer, which must be set for the end of the order, is due. */
  readonly endTime: (order: Pick<TestOrder, "paymentId" | "fact">) => Promise<void>;
  readonly eventsOf: (order: TestOrder) => Promise<readonly Record<string, unknown>[]>;
  /** Waits until the payment's events are these, by name. */
  readonly happened: (order: TestOrder, ...types: readonly string[]) => Promise<void>;
  readonly destinationAwaited: (order: TestOrder) => Promise<void>;
  readonly callsOf: (order: TestOrder, operation: string) => number;
  /** Waits until a refund's events are these, by name. */
  readonly refundHappened: (refundId: RefundId, ...types: readonly string[]) => Promise<void>;
  /** How often the provider was told to send a refund, whatever the attempt. */
  readonly refundCalls: (refundId: RefundId) => number;
  readonly rows: LogReader["rows"];
  readonly listen: (fact: FactDefinition) => readonly unknown[];
  /** Stops every replica that runs; `start` starts a new one beside the same log. */
  readonly stopReplicas: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Everything around payments, on the run's servers; `start` starts a replica of it. */
export async function createCollectionWorld(
  delays: Partial<Delays> = {},
): Promise<CollectionWorld> {
  const surroundings = await startSurroundings("payments", migrations);
  const { database, databaseUrl, messaging, nats } = surroundings;
  const peer = await startFactSource("transactions", messaging);
  const hmacKey = randomBytes(32);
  const numbers = new Map<string, string>();
  const legs = ["payment"] as const;
  const stopServing = serveDestinations(messaging, { legs, destinations: numbers, hmacKey });
  const callbacks: ReceivedCallback[] = [];
  const deliver = deliverOver(messaging);
  const hooks = await receiveCallbacks((received) => {
    callbacks.push(received);
    return deliver(received);
  });
  const sandbox = await createSandbox({ callbackUrl: hooks.url, callbackSecret, delays });
  const services: RunningService[] = [];
  const stopReplicas = async () => {
    await Promise.all(services.splice(0).map((service) => service.stop()));
  };
  const newOrder = orderMaker(numbers, hmacKey);
  const publish = ({ transactionId, fact }: TestOrder) =>
    peer.publish(TransactionCreated, transactionId, fact);
  return {
    sandbox,
    database,
    messaging,
    callbacks,
    numbers,
    newOrder,
    publish,
    publishFact: peer.publish,
    deliver,
    ...readersOf(createLogReader(database)),
    async start(overrides = {}, settings = {}) {
      const own = { PAYMENTS_DATABASE_URL: databaseUrl, SANDBOX_URL: sandbox.url, ...settings };
      const service = await startPayments({ ...nats, ...own }, overrides);
      services.push(service);
      return service;
    },
    async order(...args) {
      const order = newOrder(...args);
      await publish(order);
      return order;
    },
    callsOf: ({ key }, operation) => callsIn(sandbox, operation, [key]),
    refundCalls: (refundId) => refundCallsIn(sandbox, refundId),
    listen: (fact) => collectFacts(messaging, fact),
    stopReplicas,
    async stop() {
      await stopReplicas();
      await peer.stop();
      await stopServing();
      await sandbox.close();
      hooks.server.closeAllConnections();
      hooks.server.close();
      await surroundings.stop();
    },
  };
}

function refundCallsIn(sandbox: Sandbox, refundId: RefundId): number {
  const keys = Array.from({ length: 20 }, (_, at) => attemptKey("refund", refundId, at + 1));
  return callsIn(sandbox, "refunds.create", keys);
}

function callsIn({ journal }: Sandbox, operation: string, keys: readonly string[]): number {
  const calls = journal.ofKind("call").filter((call) => call.operation === operation);
  return calls.filter(({ key }) => key !== null && keys.includes(key)).length;
}

/** A replica of payments as it runs, with the timings of a test. */
async function startPayments(
  environment: Readonly<Record<string, string>>,
  overrides: PaymentsOverrides,
): Promise<RunningService> {
  const secrets = { SANDBOX_CALLBACK_SECRET: callbackSecret, INVOICE_KEY: invoiceKey };
  const quick = { PROVIDER_TIMEOUT_MS: `${callTimeoutMs}` };
  const config = readPaymentsConfig({ ...secrets, ...quick, ...environment });
  const logger = createLogger({ service: "payments", level: "silent" });
  const baseUrl = environment["SANDBOX_URL"] ?? "";
  const rails = [createSandboxCollectionRail({ baseUrl, callbackSecret, callTimeoutMs })];
  return startService(() =>
    compose(config, { logger, rails, timings: quickTimings, ...overrides }),
  );
}

/** The sandbox's rail with what another provider has; a rail with `cancel: null` cannot close what is unpaid. */
export function railLike(
  { sandbox: { url: baseUrl } }: Pick<CollectionWorld, "sandbox">,
  changes: Partial<CollectionRail>,
): CollectionRail {
  return { ...createSandboxCollectionRail({ baseUrl, callbackSecret, callTimeoutMs }), ...changes };
}

/** What the log of payments tells about an order. */
function readersOf({ rows, eventsOf, happened, destinationAwaited }: LogReader) {
  return {
    rows,
    async endTime({ paymentId, fact }: Pick<TestOrder, "paymentId" | "fact">) {
      const text = `update timers set due_at = now()
        where timer_id = $1 and due_at = $2::timestamptz returning 1`;
      const ended = await rows(text, paymentId, plusMs(fact.expiresAt, standardGraceMs));
      if (ended.length !== 1) throw new Error("No timer is set for the end of this order");
    },
    refundHappened: (refundId: RefundId, ...types: readonly string[]) =>
      happened(refundId, ...types),
    eventsOf: ({ paymentId }: TestOrder) => eventsOf(paymentId),
    happened: ({ paymentId }: TestOrder, ...types: readonly string[]) =>
      happened(paymentId, ...types),
    destinationAwaited: ({ paymentId }: TestOrder) => destinationAwaited(paymentId),
  };
}

function orderMaker(numbers: Map<string, string>, hmacKey: Buffer): CollectionWorld["newOrder"] {
  return (number, { amountXof = 10_000n, windowMs: ownWindowMs = windowMs } = {}) => {
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
      payoutChannel: null,
      numberHmac: destinationHmac(hmacKey, number),
      quoteId: null,
      receiverKind: "lightning-address" as const,
      receiverHmac: destinationHmac(hmacKey, "ok@sandbox.sanu"),
      limitMonth: "2026-11",
      expiresAt: plusMs(now, ownWindowMs),
      createdAt: now,
    };
    const key = attemptKey("collection", paymentId, 1);
    return { paymentId, transactionId, number, key, fact };
  };
}
