import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  StoreCompression,
  type StreamConfig,
} from "@nats-io/jetstream";
import type { ConsumerDefinition, StreamDefinition } from "@sanu/contracts";
import { streamLimits } from "./limits.ts";

export const ackWaitNs = streamLimits.ackWaitMs * 1_000_000;

/** File storage, compressed: facts of one kind resemble each other. Limits retention without age, nothing can be deleted or purged. */
export function streamConfig(
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

/** Explicit acknowledgement, no limit of deliveries: giving up is parking, and parking is ours. Copies as many as of the stream. */
export function consumerConfig(consumer: ConsumerDefinition): Partial<ConsumerConfig> {
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
