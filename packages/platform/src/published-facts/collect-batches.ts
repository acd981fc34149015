import type { Msg } from "@nats-io/transport-node";
import { batchWriter, newMemory, type TakeMemory } from "./batch-writer.ts";
import type { FactBatch } from "./fact-batch.ts";

export interface Batches {
  readonly add: (sequence: number, message: Msg) => void;
  /** Nothing is added any more; what is there is still handed out. */
  readonly end: () => void;
  readonly isEnded: () => boolean;
  /** How many facts are there that nobody has taken. */
  readonly waiting: () => number;
  /** Waits for the next batch; undefined behind the last one. */
  readonly next: () => Promise<FactBatch | undefined>;
}

/** Puts messages into batches, up to a sequence: the batch that reaches it is the last one, and empty where it is not there. */
export function collectBatches(untilSequence: number, takeMemory: TakeMemory = newMemory): Batches {
  const full: FactBatch[] = [];
  let inFull = 0;
  let isEnded = false;
  let change = Promise.withResolvers<void>();
  const writer = batchWriter(takeMemory, (batch) => {
    full.push(batch);
    inFull += batch.count;
    change.resolve();
  });
  const end = (): void => {
    if (isEnded) return;
    isEnded = true;
    if (writer.count() > 0) writer.endBatch();
    change.resolve();
  };
  return {
    add(sequence, message) {
      if (isEnded) return;
      if (sequence <= untilSequence) writer.add(sequence, message);
      if (sequence < untilSequence) return;
      // Also an empty one, which says that the end was reached.
      writer.endBatch();
      end();
    },
    end,
    isEnded: () => isEnded,
    waiting: () => inFull + writer.count(),
    async next() {
      while (full.length === 0 && !isEnded) {
        await change.promise;
        change = Promise.withResolvers();
      }
      const batch = full.shift();
      inFull -= batch?.count ?? 0;
      return batch;
    },
  };
}
