import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";

/** A stream with one writer and one durable reader: the hop of a fact, bare. */
export interface BareStream {
  readonly publish: (text: string) => Promise<unknown>;
  /** Calls back with each message and acknowledges it when the work is done. */
  readonly follow: (work: (text: string) => Promise<void>) => Promise<void>;
}

/** Opens a stream, which one of the two sides makes; file storage, like ours. */
export async function openBareStream(
  connection: NatsConnection,
  name: string,
  make: boolean,
): Promise<BareStream> {
  const subject = `bare-facts.${name}`;
  const manager = await jetstreamManager(connection);
  if (make) {
    await manager.streams.add({ name, subjects: [subject] });
    await manager.consumers.add(name, { durable_name: "reader", ack_policy: "explicit" });
  }
  const client = jetstream(connection);
  return {
    publish: (text) => client.publish(subject, text),
    async follow(work) {
      const consumer = await client.consumers.get(name, "reader");
      await consumer.consume({
        max_messages: 200,
        callback: (message) => {
          void work(message.string()).then(() => message.ack());
        },
      });
    },
  };
}
