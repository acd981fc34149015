import { jetstreamManager, type NextMsgRequest } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { epochMsOf, isInstant } from "@sanu/kernel";

export interface GroupLag {
  readonly facts: number;
  readonly oldestMs: number;
}

/** Asks NATS how much a durable has not acknowledged, and how old the first of it is. */
export async function measureGroup(
  connection: NatsConnection,
  durable: { readonly stream: string; readonly name: string },
): Promise<GroupLag> {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const info = await manager.consumers.info(durable.stream, durable.name);
  const facts = info.num_pending + info.num_ack_pending;
  if (facts === 0) return { facts, oldestMs: 0 };
  const seq = info.ack_floor.stream_seq + 1;
  const filters = info.config.filter_subjects ?? [];
  const firsts = await Promise.all(
    filters.map((filter) => {
      const first: NextMsgRequest & { seq: number } = { seq, next_by_subj: filter };
      return manager.streams.getMessage(durable.stream, first);
    }),
  );
  const times = firsts.flatMap((message) => {
    const time = message?.header.get("ce-time") ?? "";
    return isInstant(time) ? [epochMsOf(time)] : [];
  });
  return { facts, oldestMs: times.length === 0 ? 0 : Math.max(0, Date.now() - Math.min(...times)) };
}
