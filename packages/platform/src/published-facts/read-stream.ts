import { setTimeout as sleep } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { type PublishingService, streamName } from "@sanu/contracts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { isStreamMissing } from "../relay/stream-end.ts";
import type { TakeMemory } from "./batch-writer.ts";
import { type Batches, collectBatches } from "./collect-batches.ts";
import { type FactBatch, placesOfFact, unpackFacts } from "./fact-batch.ts";
import { publishedFactLimits } from "./limits.ts";
import type { PublishedFact } from "./published-fact.ts";
import { type Pull, type PullEnd, pullMessages } from "./pull-messages.ts";

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

export interface StreamReading {
  /** As new for each batch where it is not said. */
  readonly takeMemory?: TakeMemory;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A stream's facts as they came, in order, in batches, with a consumer of its own: nothing is acknowledged, and nobody else's
 * place is touched. Facts that come behind the range are not read. Throws when the stream falls silent before the end.
 */
export async function* readStreamBatches(
  messaging: Messaging,
  service: PublishingService,
  range: FactRange,
  reading: StreamReading = {},
): AsyncGenerator<FactBatch> {
  const { silencesMax, silentStepMs } = publishedFactLimits;
  const stream = streamName(messaging.namespace, service);
  let { fromSequence } = range;
  let silences = 0;
  while (fromSequence <= range.untilSequence) {
    const round: Round = { messaging, stream, fromSequence, untilSequence: range.untilSequence };
    for await (const batch of readUntilSilence(round, reading)) {
      fromSequence = (lastSequenceOf(batch) ?? range.untilSequence) + 1;
      silences = 0;
      if (batch.count > 0) yield batch;
    }
    if (fromSequence > range.untilSequence) return;
    silences += 1;
    if (silences === silencesMax) {
      const words = `${stream} said nothing of fact ${fromSequence} for a long time`;
      throw new Error(words, { cause: round.cause });
    }
    // A server that is about to stop says so at once, again and again.
    await sleep(silences * silentStepMs, undefined, { signal: reading.signal });
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

/** From where to where one consumer reads, and why it has ended. */
interface Round extends FactRange {
  readonly messaging: Messaging;
  readonly stream: string;
  cause?: unknown;
}

/** Ends behind the range, with an empty batch where nothing of its end is there, or once nothing comes any more. */
async function* readUntilSilence(
  round: Round,
  { takeMemory, signal }: StreamReading,
): AsyncGenerator<FactBatch> {
  const { streamBatchFacts } = publishedFactLimits;
  const batches = collectBatches(round.untilSequence, takeMemory);
  const pull = await beginPull(round, batches.add);
  if (pull === undefined) return;
  let failure: PullEnd | undefined;
  void pull.ended.then((end) => {
    round.cause = end.cause;
    if (end.isLasting) failure = end;
    batches.end();
  });
  signal?.addEventListener("abort", batches.end);
  try {
    while (true) {
      signal?.throwIfAborted();
      // Only who takes what came is given more: memory stays bounded.
      const ahead = pull.open() + batches.waiting();
      if (!batches.isEnded() && ahead <= streamBatchFacts / 2) pull.ask(streamBatchFacts - ahead);
      const batch = await batches.next();
      if (batch !== undefined) yield batch;
      else if (failure !== undefined) throw failure.cause;
      else if (signal?.aborted !== true) return;
    }
  } finally {
    signal?.removeEventListener("abort", batches.end);
    await pull.close();
  }
}

/** Undefined where it could not begin, which may pass. Throws where it will not. */
async function beginPull(round: Round, onMessage: Batches["add"]): Promise<Pull | undefined> {
  const { messaging, stream, fromSequence: sequence } = round;
  try {
    return await pullMessages(messaging, { stream, sequence }, onMessage);
  } catch (error) {
    if (isStreamMissing(error) || messaging.connection.isClosed()) throw error;
    round.cause = error;
    return undefined;
  }
}

/** Undefined where it is empty. */
function lastSequenceOf({ places, count }: FactBatch): number | undefined {
  return count === 0 ? undefined : places[(count - 1) * placesOfFact];
}
