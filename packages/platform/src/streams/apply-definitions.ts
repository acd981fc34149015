import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  StoreCompression,
  type StreamConfig,
} from "@nats-io/jetstream";
import {
  type ConsumerDefinition,
  consumerDefinitions,
  type StreamDefinition,
  streamDefinitions,
} from "@sanu/contracts";
import type { ConnectionWatch } from "../messaging/connection-watch.ts";
import { streamLimits } from "./limits.ts";
import type { StreamSetUp } from "./stream-set-up.ts";

const ackWaitNs = streamLimits.ackWaitMs * 1_000_000;

export interface Administration {
  readonly manager: JetStreamManager;
  readonly whileConnected: ConnectionWatch["whileConnected"];
}

/** Returns what was missing or differed. Throws when NATS does not answer or refuses; what was made stays. */
export async function applyDefinitions(
  administration: Administration,
  setUp: StreamSetUp,
): Promise<readonly string[]> {
  const { manager, whileConnected } = administration;
  const made: string[] = [];
  const present = await whileConnected(() => listStreams(manager));
  for (const stream of streamDefinitions(setUp.namespace)) {
    if (present.has(stream.name)) continue;
    await whileConnected(() => manager.streams.add(streamConfig(stream, setUp.replicas)));
    made.push(stream.name);
  }
  for (const consumer of consumerDefinitions(setUp.namespace, setUp.groups)) {
    if (await applyConsumer(administration, consumer)) {
      made.push(`${consumer.stream}/${consumer.durable}`);
    }
  }
  return made;
}

async function listStreams(manager: JetStreamManager): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const name of manager.streams.names()) names.add(name);
  return names;
}

async function applyConsumer(
  { manager: { consumers }, whileConnected }: Administration,
  wanted: ConsumerDefinition,
): Promise<boolean> {
  const { stream, durable } = wanted;
  const add = () => whileConnected(() => consumers.add(stream, consumerConfig(wanted)));
  const present = await whileConnected(() => findConsumer(consumers, wanted));
  if (present === undefined) {
    await add();
    return true;
  }
  if (followsOther(present.config, wanted)) {
    // It begins at the start of the stream: facts of a new kind may lie behind the place where it stands. What
    // its group handled before is known to the group.
    await whileConnected(() => consumers.delete(stream, durable));
    await add();
    return true;
  }
  if (present.config.ack_wait === ackWaitNs) return false;
  await whileConnected(() => consumers.update(stream, durable, { ack_wait: ackWaitNs }));
  return true;
}

function followsOther(present: ConsumerConfig, wanted: ConsumerDefinition): boolean {
  const { filter_subject: one, filter_subjects: several } = present;
  const followed = several ?? (one === undefined || one === "" ? [] : [one]);
  return followed.toSorted().join() !== wanted.filterSubjects.toSorted().join();
}

async function findConsumer(
  consumers: JetStreamManager["consumers"],
  { stream, durable }: ConsumerDefinition,
): Promise<ConsumerInfo | undefined> {
  try {
    return await consumers.info(stream, durable);
  } catch (error) {
    if (error instanceof Error && /consumer not found/i.test(error.message)) return undefined;
    throw error;
  }
}

/** File storage, compressed: facts of one kind resemble each other. Limits retention without age, nothing can be deleted or purged. */
function streamConfig(
  stream: StreamDefinition,
  replicas: number,
): Partial<StreamConfig> & { name: string } {
  return {
    name: stream.name,
    subjects: [...stream.subjects],
    storage: StorageType.File,
    compression: StoreCompression.S2,
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
    ack_wait: ackWaitNs,
    max_deliver: -1,
    max_ack_pending: streamLimits.ackPendingMax,
  };
}
