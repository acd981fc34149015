import { jetstream } from "@nats-io/jetstream";
import { type PublishingService, streamName } from "@sanu/contracts";
import type { Messaging } from "@sanu/platform";

/** Reads a stream from end to end with an ordered consumer and does nothing with it; returns the bytes of its payloads. */
export async function drainStream(
  { connection, namespace }: Messaging,
  service: PublishingService,
  facts: number,
): Promise<number> {
  const consumer = await jetstream(connection).consumers.get(streamName(namespace, service), {});
  const messages = await consumer.consume({ max_messages: 2_000 });
  let bytes = 0;
  for await (const { seq, data } of messages) {
    bytes += data.length;
    if (seq >= facts) break;
  }
  await consumer.delete();
  return bytes;
}
