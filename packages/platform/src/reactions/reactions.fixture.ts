import { jetstreamManager } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import {
  type FactAttributes,
  type FactData,
  type FactDefinition,
  factSubject,
  headersOfFact,
  PaymentCompleted,
  PaymentInitiated,
  paymentsFacts,
  streamName,
} from "@sanu/contracts";
import { type EventId, fold, newId, systemClock } from "@sanu/kernel";
import { createTestDatabase, testNamespace, testNatsUrl } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { createSchema, type Migrations } from "../database/migration.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { CounterEvent, counter } from "../event-store/counter.fixture.ts";
import { createEventStore, type EventStore } from "../event-store/event-store.ts";
import { createGate } from "../event-store/gate.ts";
import { runDecider } from "../event-store/run-decider.ts";
import { createLogger } from "../logger/create-logger.ts";
import { connectNats, type Messaging } from "../messaging/connect-nats.ts";
import { applyStreams } from "../streams/apply-streams.ts";
import { defineReaction, type Reaction } from "./reaction.ts";
import {
  createReactionGroup,
  type ReactionGroup,
  type ReactionGroupOptions,
} from "./reaction-group.ts";
import { factsMaybeSentTable, otherLaneIndex, parkedLanesColumn } from "./tables.ts";

export const group = "transactions-from-payments";

type Completed = FactData<typeof PaymentCompleted>;

export interface TestPayment {
  readonly paymentId: string;
  readonly transactionId: string;
}

/** What is published; anything can be replaced by something that no release can read. */
export interface TestMessage {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly body: string;
  readonly position: string;
}

let lastPosition = 0;

export function completed(payment: TestPayment, change: Partial<TestMessage> = {}): TestMessage {
  lastPosition += 1;
  return {
    id: newId(),
    type: PaymentCompleted.type,
    subject: payment.paymentId,
    body: JSON.stringify({
      ...payment,
      received: { currency: "XOF", amountXof: "1" },
      receiptId: "receipt",
      completedAt: systemClock.now(),
    }),
    position: `1.${lastPosition}.${lastPosition}`,
    ...change,
  };
}

export function initiatedOf(payment: TestPayment): TestMessage {
  const body = JSON.stringify({ ...payment, channel: "mtn", initiatedAt: systemClock.now() });
  return completed({ ...payment, paymentId: newId() }, { type: PaymentInitiated.type, body });
}

export type ReactionBed = Awaited<ReturnType<typeof createReactionBed>>;

const migrations: Migrations = {
  "0001-initial": createSchema(platformTables),
  "0002-store-all-lanes": parkedLanesColumn,
  "0003-index-other-lanes": otherLaneIndex,
  "0004-keep-maybe-sent": { kind: "expand", statements: factsMaybeSentTable },
};

/** A database with counters, the four streams and their durables, and reaction groups to start and stop. */
export async function createReactionBed(natsUrl = testNatsUrl()) {
  const namespace = testNamespace();
  const made = await createTestDatabase("reactions", migrations);
  const database = openDatabase({ url: made.url, poolMax: 12, applicationName: "reactions-test" });
  const messaging = await connectNats({ url: natsUrl, name: "reactions-test", namespace });
  const groups: ReactionGroup[] = [];
  const calls: string[] = [];
  const control: Control = { before: () => undefined };
  const setUp = () => applyStreams({ url: natsUrl, namespace, replicas: 1 });
  await setUp();

  const store = storeOn(database);
  const stream = streamName(namespace, "payments");
  return {
    namespace,
    natsUrl,
    databaseUrl: made.url,
    database,
    messaging,
    stream,
    calls,
    control,
    setUp,
    manager: () => jetstreamManager(messaging.connection),
    reactions: () => testReactions(database, calls, control),
    newGroup(more: Partial<ReactionGroupOptions> = {}): ReactionGroup {
      const reactions = testReactions(more.database ?? database, calls, control);
      const logger = createLogger({ service: "reactions-test", level: "silent" });
      const base = { group, database, messaging, gate: createGate(), logger, reactions } as const;
      const one = createReactionGroup({ ...base, ...more });
      groups.push(one);
      return one;
    },
    async openCounter(): Promise<TestPayment> {
      const transactionId = newId<string>();
      await runDecider({
        store,
        decider: counter,
        streamId: transactionId,
        command: { kind: "open", by: "test" },
        context: { correlationId: "test", causationId: "test" },
      });
      return { paymentId: newId(), transactionId };
    },
    async totalOf(payment: TestPayment): Promise<bigint> {
      return fold(counter, (await store.load(payment.transactionId)).events).totalXof;
    },
    publish: (message: TestMessage) => publish(messaging, message),
    async rows(text: string): Promise<number> {
      const found = await database.query<object>(CompiledQuery.raw(text, []));
      return found.length;
    },
    async stopGroups(): Promise<void> {
      await Promise.all(groups.splice(0).map((one) => one.stop()));
      control.before = () => undefined;
      calls.length = 0;
    },
    async close(): Promise<void> {
      await Promise.all(groups.map((one) => one.stop()));
      await messaging.close();
      await database.close();
      await made.drop();
    },
  };
}

interface Control {
  before: (data: Completed) => Promise<void> | void;
}

function storeOn(database: Database): EventStore<CounterEvent> {
  return createEventStore<CounterEvent>({
    database,
    schema: CounterEvent,
    publish: () => undefined,
    projections: [],
    gate: createGate(),
    afterPublicCommit: () => undefined,
  });
}

function receivedXofOf({ received }: Completed) {
  if (received.currency !== "XOF") throw new Error("The tests pay in francs");
  return received.amountXof;
}

/** A completed payment raises the counter of its transaction; the other facts change nothing. */
function testReactions(database: Database, calls: string[], control: Control): readonly Reaction[] {
  const store = storeOn(database);
  const raise = defineReaction({
    name: "raise-counter",
    fact: PaymentCompleted,
    aggregateId: (data) => data.transactionId,
    async react(data, given) {
      calls.push(given.attributes.id);
      await control.before(data);
      return runDecider({
        store,
        decider: counter,
        streamId: data.transactionId,
        command: { kind: "raise", amountXof: receivedXofOf(data) },
        context: given.context,
        writes: () => [given.handled],
      });
    },
  });
  const nothing = (fact: FactDefinition) =>
    defineReaction({
      name: `ignore-${fact.name}`,
      fact,
      aggregateId: () => "nobody",
      react: () => Promise.resolve({ kind: "nothing-new" }),
    });
  const others = paymentsFacts.filter(({ name }) => name !== PaymentCompleted.name);
  return [raise, ...others.map(nothing)];
}

async function publish(messaging: Messaging, message: TestMessage): Promise<void> {
  const attributes: FactAttributes = {
    id: message.id as EventId,
    type: message.type,
    source: "/sanu/payments",
    subject: message.subject,
    time: systemClock.now(),
    correlationid: "request-1",
    causationid: "command-1",
    position: message.position,
  };
  const made = headers();
  for (const [name, value] of headersOfFact(attributes)) made.append(name, value);
  const subject = factSubject(messaging.namespace, message.type);
  await messaging.connection.request(subject, message.body, { headers: made, timeout: 30_000 });
}
