import { jetstreamManager } from "@nats-io/jetstream";
import { namespace, streamName } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import {
  connectNats,
  createEventStore,
  createGate,
  createMetrics,
  type Database,
  openDatabase,
} from "@sanu/platform";
import { migrations, projectionSet } from "@sanu/transactions";
import { z } from "zod";
import { fillLog } from "../projections/fill-log.ts";
import { idOf } from "../projections/filled-database.ts";
import { createBenchRelay } from "../relay/create-bench-relay.ts";
import type { BenchServers } from "../system/servers.ts";

const eventsEach = 4;
const context = { correlationId: "bench", causationId: "bench" };

/** Read only as far as loading an aggregate needs it. */
const AnyEvent = z.looseObject({ type: z.string(), v: z.number() });

/** A log of transactions with so many events, and what becomes slower when a log grows. */
export interface FilledLog {
  readonly append: () => Promise<unknown>;
  /** Loads one aggregate of four events, another one each time. */
  readonly load: () => Promise<unknown>;
  /** From the start of a relay behind all that to the first fact in the stream; milliseconds. */
  readonly relayStartMs: () => Promise<number>;
  /** Events per second. */
  readonly rebuild: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export async function openFilledLog(servers: BenchServers, events: number): Promise<FilledLog> {
  const url = await servers.newDatabase("bench_growth", migrations);
  const transactions = events / eventsEach;
  await fillLog(servers, url, { transactions, eventsEach });
  await servers.administrate("checkpoint", url);
  const database = openDatabase({
    url,
    poolMax: 10,
    applicationName: "bench",
    isMaintenance: true,
  });
  const store = createEventStore({
    database,
    schema: AnyEvent,
    publish: (event) => ({ type: "sanu.transactions.Bench.v1", dataText: JSON.stringify(event) }),
    projections: [],
    gate: createGate(),
    afterPublicCommit: () => undefined,
  });
  let turn = 0;
  const append = () =>
    store.append({
      streamId: newId(),
      loaded: { events: [], version: 0 },
      events: [{ type: "Bench", v: 1 }],
      context,
    });
  return {
    append,
    load() {
      // Far from each other, so that pages are not already there from the one before.
      turn = (turn + 7_919) % transactions;
      return store.load(idOf(turn + 1, 1));
    },
    relayStartMs: () => relayStart(servers, database, append),
    async rebuild() {
      const startedAt = performance.now();
      await projectionSet.rebuild({ database, names: projectionSet.projections });
      return (events * 1_000) / (performance.now() - startedAt);
    },
    close: () => database.close(),
  };
}

const space = namespace("benchgrowth");

/** A stream that already holds what was published, and a relay that has to find its place in the log. */
async function relayStart(
  servers: BenchServers,
  database: Database,
  append: () => Promise<unknown>,
): Promise<number> {
  const messaging = await connectNats({ url: servers.nats.url, name: "bench", namespace: space });
  const manager = await jetstreamManager(messaging.connection);
  const name = streamName(space, "transactions");
  await manager.streams.add({ name, subjects: [`${space}.sanu.transactions.>`] });
  const publish = async (): Promise<number> => {
    await append();
    const metrics = createMetrics("transactions");
    const { promise: published, resolve } = Promise.withResolvers<void>();
    const relay = createBenchRelay({
      service: "transactions",
      database,
      messaging,
      metrics: { ...metrics, relay: { ...metrics.relay, countPublished: () => resolve() } },
    });
    const startedAt = performance.now();
    await relay.start();
    await published;
    const tookMs = performance.now() - startedAt;
    await relay.stop();
    metrics.close();
    return tookMs;
  };
  await publish();
  const tookMs = await publish();
  await manager.streams.delete(name);
  await messaging.close();
  return tookMs;
}
