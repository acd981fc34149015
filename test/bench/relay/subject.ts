import { jetstreamManager } from "@nats-io/jetstream";
import { namespace, streamName } from "@sanu/contracts";
import {
  connectNats,
  createMetrics,
  createSchema,
  openDatabase,
  platformTables,
} from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { Contender } from "../measure.ts";
import type { BenchServers } from "../system/servers.ts";
import { createBenchRelay } from "./create-bench-relay.ts";
import { factData, factsPerRun } from "./facts.ts";

const space = namespace("benchrelay");
const tables = { "0001-initial": createSchema(platformTables) };

const appendText = `
insert into events (log_epoch, stream_id, version, event_id, event_type, data, correlation_id,
  causation_id, public_type, public_data)
select 1, gen_random_uuid(), 1, gen_random_uuid(), 'BenchHappened', '{}', gen_random_uuid()::text,
  gen_random_uuid()::text, $1, $2
from generate_series(1, $3)`;

/** The relay: it finds facts in a log that has them all, and publishes them. The append is not measured. */
export async function relayPublish(
  servers: BenchServers,
): Promise<Contender & { close: () => Promise<void> }> {
  const url = await servers.newDatabase("bench_relay", tables);
  const database = openDatabase({ url, poolMax: 4, applicationName: "bench" });
  const messaging = await connectNats({ url: servers.nats.url, name: "bench", namespace: space });
  const manager = await jetstreamManager(messaging.connection);
  const subjects = [`${space}.sanu.payments.>`];
  await manager.streams.add({ name: streamName(space, "payments"), subjects });
  const published = countPublished();
  const relay = createBenchRelay({
    service: "payments",
    database,
    messaging,
    metrics: published.metrics,
  });
  await relay.start();
  const append = CompiledQuery.raw(appendText, [
    "sanu.payments.PaymentCompleted.v1",
    factData,
    factsPerRun,
  ]);
  return {
    name: "relay",
    async run() {
      const all = published.next(factsPerRun);
      await database.query(append);
      const startedAt = performance.now();
      relay.wake();
      await all;
      return (factsPerRun * 1_000) / (performance.now() - startedAt);
    },
    async close() {
      await relay.stop();
      await messaging.close();
      await database.close();
    },
  };
}

/** The relay's own count of acknowledged facts tells when the last of a run is in the stream. */
function countPublished() {
  const metrics = createMetrics("payments");
  let left = 0;
  let end: () => void = () => undefined;
  return {
    metrics: {
      ...metrics,
      relay: {
        ...metrics.relay,
        countPublished(facts: number) {
          left -= facts;
          if (left === 0) end();
        },
      },
    },
    next(facts: number): Promise<void> {
      left = facts;
      return new Promise((resolve) => {
        end = resolve;
      });
    },
  };
}
