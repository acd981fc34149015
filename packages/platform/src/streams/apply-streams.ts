import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  jetstreamManager,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import {
  type ConsumerDefinition,
  consumerDefinitions,
  type Namespace,
  type ReactionGroupDefinition,
  type StreamDefinition,
  streamDefinitions,
} from "@sanu/contracts";
import { streamLimits } from "./limits.ts";

export interface StreamSetUp {
  readonly url: string;
  readonly namespace: Namespace;
  /** One in development, three in production. */
  readonly replicas: number;
  readonly groups?: readonly ReactionGroupDefinition[];
}

/** Recreates what is missing for as long as it runs; a service at run time may not create anything. */
export interface StreamController {
  /** Makes what is missing now and returns its names. */
  readonly apply: () => Promise<readonly string[]>;
  readonly start: (onError: (error: unknown) => void) => void;
  readonly stop: () => Promise<void>;
}

/** Makes every stream and durable that is missing, once. Returns the names of those it made. */
export async function applyStreams(setUp: StreamSetUp): Promise<readonly string[]> {
  const controller = await createStreamController(setUp);
  try {
    return await controller.apply();
  } finally {
    await controller.stop();
  }
}

/** Connects a controller that keeps streams and durables as `contracts` defines them. */
export async function createStreamController(setUp: StreamSetUp): Promise<StreamController> {
  const connection = await connect({
    servers: setUp.url,
    name: "sanu-streams",
    maxReconnectAttempts: -1,
    reconnectTimeWait: streamLimits.reconnectWaitMs,
  });
  let next: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const apply = async () => {
    const manager = await jetstreamManager(connection, { timeout: streamLimits.apiTimeoutMs });
    return applyAll(manager, setUp);
  };
  const repeat = (onError: (error: unknown) => void): void => {
    running = apply()
      .catch(onError)
      .finally(() => {
        if (!stopped) next = setTimeout(() => repeat(onError), streamLimits.controllerIntervalMs);
      });
  };
  return {
    apply,
    start: repeat,
    async stop() {
      stopped = true;
      clearTimeout(next);
      await running;
      await connection.close();
    },
  };
}

async function applyAll(manager: JetStreamManager, setUp: StreamSetUp): Promise<readonly string[]> {
  const made: string[] = [];
  const present = new Set<string>();
  for await (const name of manager.streams.names()) present.add(name);
  for (const stream of streamDefinitions(setUp.namespace)) {
    if (present.has(stream.name)) continue;
    await manager.streams.add(streamConfig(stream, setUp.replicas));
    made.push(stream.name);
  }
  for (const consumer of consumerDefinitions(setUp.namespace, setUp.groups)) {
    if (await hasConsumer(manager, consumer)) continue;
    await manager.consumers.add(consumer.stream, consumerConfig(consumer));
    made.push(`${consumer.stream}/${consumer.durable}`);
  }
  return made;
}

async function hasConsumer(manager: JetStreamManager, of: ConsumerDefinition): Promise<boolean> {
  try {
    await manager.consumers.info(of.stream, of.durable);
    return true;
  } catch (error) {
    if (error instanceof Error && /consumer not found/i.test(error.message)) return false;
    throw error;
  }
}

/** File storage, limits retention without age, nothing can be deleted or purged (architecture 2.4). */
function streamConfig(
  stream: StreamDefinition,
  replicas: number,
): Partial<StreamConfig> & { name: string } {
  return {
    name: stream.name,
    subjects: [...stream.subjects],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    num_replicas: replicas,
    deny_delete: true,
    deny_purge: true,
    max_msg_size: streamLimits.messageBytesMax,
  };
}

/** Explicit acknowledgement, no limit of deliveries: giving up is parking, and parking is ours. */
function consumerConfig(consumer: ConsumerDefinition): Partial<ConsumerConfig> {
  return {
    durable_name: consumer.durable,
    filter_subjects: [...consumer.filterSubjects],
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    ack_wait: streamLimits.ackWaitMs * 1_000_000,
    max_deliver: -1,
    max_ack_pending: streamLimits.ackPendingMax,
  };
}
