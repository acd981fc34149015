import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import {
  factsOfService,
  type PublishingService,
  publishingServices,
  streamName,
} from "@sanu/contracts";
import type { Messaging } from "@sanu/platform";
import { isPeriodic } from "./periodic-facts.ts";
import type { EventLogs } from "./read-event-logs.ts";

/** A message of a stream, as much of it as an event tells. */
export interface StreamedFact {
  readonly id: string;
  readonly data: string;
  /** Its headers, as one text. */
  readonly headers: string;
}

/** Every service's stream, in order. */
export type Streams = Readonly<Record<PublishingService, readonly StreamedFact[]>>;

/** Reads all streams, from their first message on. */
export async function readStreams(messaging: Messaging): Promise<Streams> {
  const [identity = [], transactions = [], payments = [], payouts = []] = await Promise.all(
    publishingServices.map((service) => readStream(messaging, service)),
  );
  return { identity, transactions, payments, payouts };
}

/** The n-th message of a stream is the n-th public row of its log, to the byte: nothing lost, doubled, reshaped. */
export function findStreamDifferences(logs: EventLogs, streams: Streams): readonly string[] {
  return publishingServices.flatMap((service) => {
    const logged = logs[service].filter(({ publicType }) => publicType !== null);
    const streamed = streams[service];
    const first = logged.findIndex(({ eventId, publicData }, index) => {
      const there = streamed[index];
      return there?.id !== eventId || there.data !== publicData;
    });
    const place = first === -1 ? logged.length : first;
    const isLater =
      logged.slice(place).every(({ publicType }) => isPeriodic(publicType)) &&
      streamed.slice(place).every(({ headers }) => isPeriodic(headers));
    // The one was read a moment before the other.
    if (isLater && (place === logged.length || place === streamed.length)) return [];
    return [
      `${service} has ${logged.length} facts in its log and ${streamed.length} in its stream; ` +
        `they part at ${place}: ${logged[place]?.eventId} and ${streamed[place]?.id}`,
    ];
  });
}

/** All messages of a service's stream, in order. */
async function readStream(
  { connection, namespace }: Messaging,
  service: PublishingService,
): Promise<readonly StreamedFact[]> {
  const stream = streamName(namespace, service);
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info(stream);
  if (state.messages === 0) return [];
  const consumer = await jetstream(connection).consumers.get(stream, {
    filter_subjects: [factsOfService(namespace, service)],
  });
  const facts: StreamedFact[] = [];
  const messages = await consumer.consume();
  for await (const message of messages) {
    const { headers } = message;
    facts.push({
      id: headers?.get("ce-id") ?? "",
      data: message.string(),
      headers: JSON.stringify([...(headers ?? [])]),
    });
    if (message.seq >= state.last_seq) break;
  }
  return facts;
}
