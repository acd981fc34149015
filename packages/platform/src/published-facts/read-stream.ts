import { jetstreamManager } from "@nats-io/jetstream";
import { type PublishingService, streamName } from "@sanu/contracts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { isStreamMissing } from "../relay/stream-end.ts";
import type { TakeMemory } from "./batch-writer.ts";
import { collectBatches } from "./collect-batches.ts";
import { type FactBatch, placesOfFact, unpackFacts } from "./fact-batch.ts";
import { publishedFactLimits } from "./limits.ts";
import type { PublishedFact } from "./published-fact.ts";
import { pullMessages } from "./pull-messages.ts";

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
 * A stream's facts as they came, in order, in batches, with an ordered consumer: nothing is acknowledged, and nobody else's
 * place is touched. Facts that come behind the range are not read. Throws when the stream falls silent before the end.
 */
export async function* readStreamBatches(
  messaging: Messaging,
  service: PublishingService,
  range: FactRange,
  takeMemory?: TakeMemory,
): AsyncGenerator<FactBatch> {
  let { fromSequence } = range;
  let silences = 0;
  while (fromSequence <= range.untilSequence) {
    const rest = { ...range, fromSequence };
    for await (const batch of readUntilSilence(messaging, service, rest, takeMemory)) {
      fromSequence = (lastSequenceOf(batch) ?? range.untilSequence) + 1;
      silences = 0;
      if (batch.count > 0) yield batch;
    }
    if (fromSequence > range.untilSequence) return;
    silences += 1;
    if (silences < publishedFactLimits.silencesMax) continue;
    const stream = streamName(messaging.namespace, service);
    throw new Error(`${stream} said nothing of fact ${fromSequence} for a long time`);
  }
}

/** The facts themselves, as `readStreamBatches` has them. */
export async function* readStreamFacts(
  messaging: Messaging,
  service: PublishingService,
  range: FactRange,
): AsyncGenerator<readonly PublishedFact[]> {
  for await (const batch of readStreamBatches(messaging, service, range)) {
    yield unpackFacts(batch);
  }
}

/** Ends behind the range, with an empty batch where nothing of its end is there, or once nothing comes any more. */
async function* readUntilSilence(
  messaging: Messaging,
  service: PublishingService,
  { fromSequence, untilSequence }: FactRange,
  takeMemory?: TakeMemory,
): AsyncGenerator<FactBatch> {
  const { streamBatchFacts } = publishedFactLimits;
  const from = { stream: streamName(messaging.namespace, service), sequence: fromSequence };
  const batches = collectBatches(untilSequence, takeMemory);
  const pull = await pullMessages(messaging, from, batches.add);
  void pull.ended.then(batches.end);
  try {
    while (true) {
      // Only who takes what came is given more: memory stays bounded.
      const ahead = pull.open() + batches.waiting();
      if (ahead <= streamBatchFacts / 2) pull.ask(streamBatchFacts - ahead);
      const batch = await batches.next();
      if (batch === undefined) return;
      yield batch;
    }
  } finally {
    await pull.close();
  }
}

/** Undefined where it is empty. */
function lastSequenceOf({ places, count }: FactBatch): number | undefined {
  return count === 0 ? undefined : places[(count - 1) * placesOfFact];
}
