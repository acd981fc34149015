import { jetstreamManager } from "@nats-io/jetstream";
import { type Namespace, streamName } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { createTestDatabase, testNamespace, testNatsUrl, untilConnected } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { isDatabaseAway, isServerLost } from "../database/errors.ts";
import { createSchema } from "../database/migration.ts";
import { type Database, openDatabase } from "../database/open-database.ts";
import { platformTables } from "../database/platform-tables.ts";
import { appendGuard, appendGuardAlone } from "../event-store/append-guard.ts";
import {
  type CounterCommand,
  CounterEvent,
  counter,
  publishCounter,
} from "../event-store/counter.fixture.ts";
import { createEventStore } from "../event-store/event-store.ts";
import { createGate, type ServiceGate } from "../event-store/gate.ts";
import { runDecider, TooMuchContentionError } from "../event-store/run-decider.ts";
import { connectNats, type Messaging } from "../messaging/connect-nats.ts";
import type { Relay } from "./create-relay.ts";
import type { RelayTimes } from "./limits.ts";
import { createSilentRelay } from "./silent-relay.fixture.ts";

export interface RelayBed {
  readonly namespace: Namespace;
  readonly stream: string;
  readonly databaseUrl: string;
  readonly database: Database;
  readonly messaging: Messaging;
  readonly newRelay: (more?: {
    gate?: ServiceGate;
    election?: boolean;
    times?: Partial<RelayTimes>;
  }) => Relay;
  /** Makes the stream without the flags that forbid what the tests do to it. */
  readonly makeStream: () => Promise<void>;
  readonly manager: () => ReturnType<typeof jetstreamManager>;
  readonly openCounter: () => Promise<string>;
  readonly raise: (streamId: string, amountXof?: bigint) => Promise<void>;
  readonly factsInLog: () => Promise<readonly string[]>;
  readonly lastSequence: () => Promise<number>;
  readonly factsInStream: () => Promise<readonly StreamFact[]>;
  readonly close: () => Promise<void>;
}

export interface StreamFact {
  readonly id: string;
  readonly aggregateId: string;
  readonly sequence: number;
}

export async function createRelayBed(natsUrl = testNatsUrl()): Promise<RelayBed> {
  const namespace = testNamespace();
  const stream = streamName(namespace, "payments");
  const made = await createTestDatabase("relay", {
    "0001-initial": createSchema(platformTables),
    "0002-events-come-first": appendGuard,
    "0003-ease-append-guard": appendGuardAlone,
  });
  const database = openDatabase({ url: made.url, poolMax: 40, applicationName: "relay-test" });
  // A machine that stands still while the first connection is made would end the start of a relay.
  await untilConnected(() => database.query(CompiledQuery.raw("select 1")));
  const messaging = await connectNats({ url: natsUrl, name: "relay-test", namespace });
  // Each as another process has it, so that appends which leave together commit in any order all the same.
  const elsewhere = Array.from({ length: 3 }, () =>
    openDatabase({ url: made.url, poolMax: 10, applicationName: "relay-writer" }),
  );
  const relays: Relay[] = [];
  const manager = () => jetstreamManager(messaging.connection);
  return {
    namespace,
    stream,
    databaseUrl: made.url,
    database,
    messaging,
    manager,
    ...writersOf([database, ...elsewhere], () => relays[0]?.wake()),
    newRelay(more = {}) {
      const relay = createSilentRelay(database, messaging, { times: { inspectMs: 200 }, ...more });
      relays.push(relay);
      return relay;
    },
    async makeStream() {
      const jsm = await manager();
      await jsm.streams.add({ name: stream, subjects: [`${namespace}.sanu.payments.>`] });
    },
    factsInLog: () => readLog(database),
    lastSequence: async () => (await (await manager()).streams.info(stream)).state.last_seq,
    factsInStream: () => readStream(manager, stream),
    async close() {
      await Promise.all(relays.map((relay) => relay.stop()));
      await messaging.close();
      await Promise.all([database, ...elsewhere].map((one) => one.close()));
      await made.drop();
    },
  };
}

function writersOf(databases: readonly Database[], wake: () => void) {
  const context = { correlationId: "test", causationId: "test" };
  const stores = databases.map((database) =>
    createEventStore({
      database,
      schema: CounterEvent,
      publish: publishCounter,
      projections: [],
      lockKeyOf: () => null,
      gate: createGate(),
      afterPublicCommit: wake,
    }),
  );
  const run = async (streamId: string, command: CounterCommand) => {
    const [store] = stores;
    if (store === undefined) throw new Error("There is no store");
    stores.push(...stores.splice(0, 1));
    await runDecider({ store, decider: counter, streamId, context, command });
  };
  return {
    async openCounter() {
      const streamId = newId<string>();
      await run(streamId, { kind: "open", by: "test" });
      return streamId;
    },
    async raise(streamId: string, amountXof = 1n) {
      for (;;) {
        try {
          await run(streamId, { kind: "raise", amountXof });
          return;
        } catch (error) {
          if (!(error instanceof TooMuchContentionError) && !isNoneFree(error)) throw error;
        }
      }
    },
  };
}

/** No connection was free in time, so nothing was sent: hundreds of writers on a busy machine meet that. */
function isNoneFree(error: unknown): boolean {
  return isDatabaseAway(error) && !isServerLost(error);
}

async function readLog(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ event_id: string }>(
    CompiledQuery.raw(
      `select event_id from events where public_type is not null
       order by log_epoch, transaction_id, position`,
      [],
    ),
  );
  return rows.map((row) => row.event_id);
}

async function readStream(
  manager: RelayBed["manager"],
  stream: string,
): Promise<readonly StreamFact[]> {
  const jsm = await manager();
  const { state } = await jsm.streams.info(stream);
  if (state.messages === 0) return [];
  const found: StreamFact[] = [];
  const consumer = await jsm.jetstream().consumers.get(stream);
  const messages = await consumer.consume();
  for await (const message of messages) {
    found.push({
      id: message.headers?.get("ce-id") ?? "",
      aggregateId: message.headers?.get("ce-subject") ?? "",
      sequence: message.seq,
    });
    if (found.length >= state.messages) break;
  }
  return found;
}
