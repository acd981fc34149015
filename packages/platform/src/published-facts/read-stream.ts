import { type ConsumerMessages, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { type PublishingService, streamName } from "@sanu/contracts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { isStreamMissing } from "../relay/stream-end.ts";
import { publishedFactLimits } from "./limits.ts";
import { headOf } from "./message-head.ts";
import { factFromHead, type PublishedFact } from "./published-fact.ts";

/** From which fact to which, both included. */
export interface FactRange {
  readonly fromSequence: number;
  readonly untilSequence: number;
}

/** Which facts a stream holds; 1 and 0 where it holds none, or is missing. */
export async function findStreamRange(
  messaging: Messaging,
  service: PublishingService,
): Promise<FactRange> {
  const manager = await jetstreamManager(messaging.connection, { checkAPI: false });
  try {
    const { state } = await manager.streams.info(streamName(messaging.namespace, service));
    return { fromSequence: Math.max(1, state.first_seq), untilSequence: state.last_seq };
  } catch (error) {
    if (isStreamMissing(error)) return { fromSequence: 1, untilSequence: 0 };
    throw error;
  }
}

/**
 * A stream's facts in order, in batches, with an ordered consumer: nothing is acknowledged, and nobody else's place is
 * touched. Facts that come behind the range are not read. Throws when the stream falls silent before the end.
 */
export async function* readStreamFacts(
  messaging: Messaging,
  service: PublishingService,
  range: FactRange,
): AsyncGenerator<readonly PublishedFact[]> {
  let { fromSequence } = range;
  let silences = 0;
  while (fromSequence <= range.untilSequence) {
    for await (const batch of readUntilSilence(messaging, service, { ...range, fromSequence })) {
      fromSequence = (batch.at(-1)?.sequence ?? range.untilSequence) + 1;
      silences = 0;
      if (batch.length > 0) yield batch;
    }
    if (fromSequence > range.untilSequence) return;
    silences += 1;
    if (silences < publishedFactLimits.silencesMax) continue;
    const stream = streamName(messaging.namespace, service);
    throw new Error(`${stream} said nothing of fact ${fromSequence} for a long time`);
  }
}

/** Ends behind the range, with an empty batch where nothing of its end is there, or once nothing comes for long. */
async function* readUntilSilence(
  messaging: Messaging,
  service: PublishingService,
  { fromSequence, untilSequence }: FactRange,
): AsyncGenerator<readonly PublishedFact[]> {
  const consumer = await jetstream(messaging.connection).consumers.get(
    streamName(messaging.namespace, service),
    // Without a filter, which would be a part of the subject that the user `analyst` may publish to.
    { opt_start_seq: fromSequence, deliver_policy: "by_start_sequence" },
  );
  const messages = await consumer.consume({ max_messages: publishedFactLimits.streamBatchFacts });
  const silence = endOnSilence(messages);
  let batch: PublishedFact[] = [];
  try {
    for await (const message of messages) {
      silence.begin();
      const sequence = message.seq;
      if (sequence <= untilSequence) {
        batch.push(factFromHead(sequence, headOf(message), message.data));
      }
      const isLast = sequence >= untilSequence;
      if (batch.length < publishedFactLimits.batchFacts && !isLast) continue;
      // Whoever reads may take long, which is nobody's silence.
      silence.pause();
      yield batch;
      if (isLast) return;
      batch = [];
      silence.begin();
    }
    if (batch.length > 0) yield batch;
  } finally {
    silence.stop();
    await messages.close();
    await consumer.delete().catch(() => undefined);
  }
}

function endOnSilence(messages: ConsumerMessages) {
  const { silenceMaxMs } = publishedFactLimits;
  let beganAt = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - beganAt > silenceMaxMs) messages.stop();
  }, silenceMaxMs / 10);
  return {
    begin: () => {
      beganAt = performance.now();
    },
    pause: () => {
      beganAt = Number.POSITIVE_INFINITY;
    },
    stop: () => clearInterval(timer),
  };
}
