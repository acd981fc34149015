import { type BatchMemory, newMemory, type TakeMemory } from "@sanu/platform";

/** The memory of batches, which goes to a thread and comes back: there is never more of it than for a few. */
export interface MemoryPool {
  readonly take: TakeMemory;
  /** Waits until another batch may go to the thread. Throws once the pool was ended. One at a time may wait. */
  readonly mayGo: () => Promise<void>;
  readonly giveBack: (memory: BatchMemory) => void;
  /** Nothing comes back any more. */
  readonly end: () => void;
}

export function memoryPool(batchesAheadMax: number): MemoryPool {
  const free: BatchMemory[] = [];
  let ahead = 0;
  let isEnded = false;
  let change = Promise.withResolvers<void>();
  return {
    take(bytesMin) {
      const memory = free.pop();
      return memory !== undefined && memory.bytes.length >= bytesMin ? memory : newMemory(bytesMin);
    },
    async mayGo() {
      while (ahead >= batchesAheadMax && !isEnded) {
        change = Promise.withResolvers();
        await change.promise;
      }
      if (isEnded) throw new Error("The thread takes no more facts");
      ahead += 1;
    },
    giveBack(memory) {
      ahead -= 1;
      free.push(memory);
      change.resolve();
    },
    end() {
      isEnded = true;
      change.resolve();
    },
  };
}
