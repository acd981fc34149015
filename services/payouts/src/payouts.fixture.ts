import { randomBytes } from "node:crypto";
import {
  type FactDefinition,
  FindReservation,
  ListSalesToNumber,
  type ReplyData,
} from "@sanu/contracts";
import type { PayoutId } from "@sanu/kernel";
import {
  createLogger,
  type Database,
  handleRequest,
  type Messaging,
  type RunningService,
} from "@sanu/platform";
import { createSandboxDisburseRail, createSandboxSendRail } from "@sanu/rails";
import { createSandbox, type Delays, type Sandbox } from "@sanu/sandbox";
import {
  collectFacts,
  createLogReader,
  eventually,
  type FactSource,
  type LogReader,
  quickTimings,
  serveDestinations,
  startFactSource,
  startService,
  startSurroundings,
} from "@sanu/testing";
import { compose, type PayoutsOverrides } from "./compose.ts";
import { readPayoutsConfig } from "./config.ts";
import { migrations } from "./database/migrations/index.ts";
import { type OrderMaker, orderMaker, type TestPayout } from "./orders.fixture.ts";

/** Shorter than in production, so that a node that stays silent does not hold up a test. */
const callTimeoutMs = 2_000;

/** Payouts as it runs, with a node and a neighbour of its own. */
export interface PayoutWorld {
  readonly sandbox: Sandbox;
  readonly database: Database;
  readonly messaging: Messaging;
  /** Destinations by transaction, as transactions answers them; what is deleted is not found. */
  readonly destinations: Map<string, string>;
  /** What transactions says of a sale's reservation; it stands where nothing is said. */
  readonly reservations: Map<string, Reservation>;
  /** The payouts of other sales to the number of one, as transactions lists them. */
  readonly salesToNumber: Map<string, readonly PayoutId[]>;
  /** Names a destination as the orders of this world do. */
  readonly hmacKey: Buffer;
  /** Orders that are not told yet. */
  readonly make: OrderMaker;
  readonly start: (
    overrides?: PayoutsOverrides,
    settings?: Readonly<Record<string, string>>,
  ) => Promise<RunningService>;
  readonly publish: (payout: TestPayout) => Promise<TestPayout>;
  /** Publishes any fact as transactions would. */
  readonly publishFact: FactSource["publish"];
  /** A purchase whose sats go to a receiver, made and told. */
  readonly order: (receiver: string) => Promise<TestPayout>;
  readonly eventsOf: (payout: TestPayout) => Promise<readonly Record<string, unknown>[]>;
  readonly happened: (payout: TestPayout, ...types: readonly string[]) => Promise<void>;
  readonly destinationAwaited: (payout: TestPayout) => Promise<void>;
  /** Sends by the node's own account: how many it began for the stored invoices, how many arrived. */
  readonly sendsOf: (payout: TestPayout) => Promise<{ begun: number; settled: number }>;
  /** Disbursements by the gateway's own account: how many it took under the stored keys, how many were paid. */
  readonly disbursementsOf: (payout: TestPayout) => Promise<{ begun: number; settled: number }>;
  readonly callsOf: (operation: string) => number;
  readonly rows: LogReader["rows"];
  readonly listen: (fact: FactDefinition) => readonly unknown[];
  /** Publishes the same fact twice, and waits until both are handled. */
  readonly publishTwice: (payout: TestPayout) => Promise<void>;
  /** Stops every replica that runs; `start` starts a new one beside the same log. */
  readonly stopReplicas: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Everything around payouts, on the run's servers; `start` starts a replica of it. */
export async function createPayoutWorld(delays: Partial<Delays> = {}): Promise<PayoutWorld> {
  const surroundings = await startSurroundings("payouts", migrations);
  const { database, databaseUrl, messaging, nats } = surroundings;
  const peer = await startFactSource("transactions", messaging);
  const hmacKey = randomBytes(32);
  const destinations = new Map<string, string>();
  const reservations = new Map<string, Reservation>();
  const salesToNumber = new Map<string, readonly PayoutId[]>();
  const stopReserving = serveReservations(messaging, reservations, salesToNumber);
  const stopServing = serveDestinations(messaging, {
    legs: ["payout", "refund"],
    destinations,
    hmacKey,
  });
  const sandbox = await createSandbox({ callbackUrl: null, callbackSecret: "none", delays });
  const services: RunningService[] = [];
  const stopReplicas = async () => {
    await Promise.all(services.splice(0).map((service) => service.stop()));
  };
  const log = createLogReader(database);
  const make = orderMaker(destinations, hmacKey);
  const publish = ({ definition, transactionId, fact }: TestPayout) =>
    peer.publish(definition, transactionId, fact);
  const published = async (payout: TestPayout) => {
    await publish(payout);
    return payout;
  };
  return {
    sandbox,
    database,
    messaging,
    destinations,
    reservations,
    salesToNumber,
    hmacKey,
    make,
    publish: published,
    publishFact: peer.publish,
    async publishTwice(payout) {
      await untilHandled(log, [await publish(payout), await publish(payout)]);
    },
    rows: log.rows,
    eventsOf: ({ payoutId }) => log.eventsOf(payoutId),
    happened: ({ payoutId }, ...types) => log.happened(payoutId, ...types),
    destinationAwaited: ({ payoutId }) => log.destinationAwaited(payoutId),
    sendsOf: sendsOnNode(log, sandbox),
    disbursementsOf: disbursementsAtGateway(log, sandbox),
    async start(overrides = {}, settings = {}) {
      const places = { PAYOUTS_DATABASE_URL: databaseUrl, SANDBOX_URL: sandbox.url };
      const service = await startPayouts({ ...nats, ...places, ...settings }, overrides);
      services.push(service);
      return service;
    },
    order: (receiver) => published(make.purchase(receiver)),
    callsOf: (operation) => callsIn(sandbox, operation),
    listen: (fact) => collectFacts(messaging, fact),
    stopReplicas,
    async stop() {
      await stopReplicas();
      await peer.stop();
      await stopServing();
      await stopReserving();
      await sandbox.close();
      await surroundings.stop();
    },
  };
}

async function untilHandled({ rows }: LogReader, factIds: readonly string[]): Promise<void> {
  const text = "select distinct fact_id from handled where fact_id = any($1)";
  await eventually("all are handled", async () => {
    return (await rows(text, factIds)).length === factIds.length;
  });
}

type Reservation = ReplyData<typeof FindReservation>["state"];

function serveReservations(
  messaging: Messaging,
  reservations: ReadonlyMap<string, Reservation>,
  salesToNumber: ReadonlyMap<string, readonly PayoutId[]>,
) {
  const handler = handleRequest(FindReservation, ({ transactionId }) =>
    Promise.resolve({ state: reservations.get(transactionId) ?? "stands" }),
  );
  const sales = handleRequest(ListSalesToNumber, ({ transactionId }) =>
    Promise.resolve({ payoutIds: [...(salesToNumber.get(transactionId) ?? [])] }),
  );
  return messaging.serve({ handlers: [handler, sales], onFault: () => undefined });
}

const quickRetries = { SEND_RETRY_PAUSE_MS: "20", DISBURSE_RETRY_PAUSE_MS: "20" };

/** A replica of payouts as it runs, with the timings of a test. */
async function startPayouts(
  environment: Readonly<Record<string, string>>,
  overrides: PayoutsOverrides,
): Promise<RunningService> {
  const config = readPayoutsConfig({ ...quickRetries, ...environment });
  const logger = createLogger({ service: "payouts", level: "silent" });
  const provider = { baseUrl: config.sandboxUrl, callTimeoutMs };
  return startService(() =>
    compose(config, {
      logger,
      sendRails: [createSandboxSendRail(provider)],
      disburseRails: [createSandboxDisburseRail(provider)],
      timings: quickTimings,
      ...overrides,
    }),
  );
}

function callsIn({ journal }: Sandbox, operation: string): number {
  return journal.ofKind("call").filter((call) => call.operation === operation).length;
}

function sendsOnNode({ rows }: LogReader, { journal }: Sandbox): PayoutWorld["sendsOf"] {
  return async ({ payoutId }) => {
    const text = "select natural_key from attempts where subject_id = $1";
    const keys = await rows<{ natural_key: string | null }>(text, payoutId);
    const ids = keys.map((row) => row.natural_key?.split(":")[1] ?? "");
    const countOf = (kind: "send-accepted" | "send-settled") =>
      journal.ofKind(kind).filter(({ sendId }) => ids.includes(sendId)).length;
    return { begun: countOf("send-accepted"), settled: countOf("send-settled") };
  };
}

function disbursementsAtGateway(
  { rows }: LogReader,
  { journal }: Sandbox,
): PayoutWorld["disbursementsOf"] {
  return async ({ payoutId }) => {
    const text = "select attempt_id::text as key from attempts where subject_id = $1";
    const keys = (await rows<{ key: string }>(text, payoutId)).map(({ key }) => key);
    const countOf = (kind: "disbursement-created" | "disbursement-settled") =>
      journal.ofKind(kind).filter(({ key }) => keys.includes(key)).length;
    return { begun: countOf("disbursement-created"), settled: countOf("disbursement-settled") };
  };
}
