import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import {
  factsOfService,
  type PublishingService,
  publishingServices,
  streamName,
} from "@sanu/contracts";
import type { Messaging } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { FaultSystem } from "./system.ts";

interface PublicFact {
  readonly id: string;
  readonly data: string;
}

const publicText = `
select event_id::text as id, public_data as data from events where public_type is not null
order by log_epoch, transaction_id, position`;

/** The n-th message of a stream is the n-th public row of its log, to the byte: nothing lost, doubled, reshaped. */
export async function findStreamDifferences({
  databases,
  messaging,
}: Pick<FaultSystem, "databases" | "messaging">): Promise<readonly string[]> {
  const found = await Promise.all(
    publishingServices.map(async (service) => {
      const logged = await databases[service].query<PublicFact>(CompiledQuery.raw(publicText));
      const streamed = await readStream(messaging, service);
      const first = logged.findIndex(
        ({ id, data }, index) => streamed[index]?.id !== id || streamed[index]?.data !== data,
      );
      if (first === -1 && logged.length === streamed.length) return [];
      const place = first === -1 ? logged.length : first;
      return [
        `${service} has ${logged.length} facts in its log and ${streamed.length} in its stream; ` +
          `they part at ${place}: ${logged[place]?.id} and ${streamed[place]?.id}`,
      ];
    }),
  );
  return found.flat();
}

/** All messages of a service's stream, in order. */
export async function readStream(
  { connection, namespace }: Messaging,
  service: PublishingService,
): Promise<readonly PublicFact[]> {
  const stream = streamName(namespace, service);
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info(stream);
  if (state.messages === 0) return [];
  const consumer = await jetstream(connection).consumers.get(stream, {
    filter_subjects: [factsOfService(namespace, service)],
  });
  const facts: PublicFact[] = [];
  const messages = await consumer.consume();
  for await (const message of messages) {
    facts.push({ id: message.headers?.get("ce-id") ?? "", data: message.string() });
    if (message.seq >= state.last_seq) break;
  }
  return facts;
}
