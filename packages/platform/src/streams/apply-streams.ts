import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
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

/**
 * Recreates what is missing, and lets durables follow the facts of their definition, for as long as it runs; a
 * service at run time may not create anything.
 */
export interface StreamController {
  /** Makes what is missing and changes what differs now, and returns the names. */
  readonly apply: () => Promise<readonly string[]>;
  readonly start: (onError: (error: unknown) => void) => void;
  readonly stop: () => Promise<void>;
}

/** Makes every stream and durable that is missing or differs, once. Returns the names of those. */
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
    const present = await findConsumer(manager, consumer);
    if (present === undefined) {
      await manager.consumers.add(consumer.stream, consumerConfig(consumer));
    } else if (followsOther(present.config, consumer)) {
      await startAgain(manager, consumer);
    } else {
      continue;
    }
    made.push(`${consumer.stream}/${consumer.durable}`);
  }
  return made;
}

/**
 * A durable that learns a new fact begins at the start of the stream: facts of that kind may lie behind the place
 * where it stands. What its group handled before is known to the group.
 */
async function startAgain(manager: JetStreamManager, of: ConsumerDefinition): Promise<void> {
  await manager.consumers.delete(of.stream, of.durable);
  await manager.consumers.add(of.stream, consumerConfig(of));
}

function followsOther(present: ConsumerConfig, wanted: ConsumerDefinition): boolean {
  const { filter_subject: one, filter_subjects: several } = present;
  const followed = several ?? (one === undefined || one === "" ? [] : [one]);
  return followed.toSorted().join() !== wanted.filterSubjects.toSorted().join();
}

async function findConsumer(
  manager: JetStreamManager,
  of: ConsumerDefinition,
): Promise<ConsumerInfo | undefined> {
  try {
    return await manager.consumers.info(of.stream, of.durable);
  } catch (error) {
    if (error instanceof Error && /consumer not found/i.test(error.message)) return undefined;
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
