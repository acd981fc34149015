import type { BenchSystem } from "./bench-system.ts";

/** Waits for single transactions, whether they end before or after somebody asks. */
export interface Completions {
  readonly of: (transactionId: string) => Promise<void>;
  /** Calls back for each as it comes. */
  readonly take: (transactionId: string) => void;
}

/** Remembers completions until they are asked for. */
export function createCompletions(): Completions {
  const early = new Set<string>();
  const waiting = new Map<string, () => void>();
  return {
    of(transactionId) {
      if (early.delete(transactionId)) return Promise.resolve();
      return new Promise((resolve) => waiting.set(transactionId, resolve));
    },
    take(transactionId) {
      const wake = waiting.get(transactionId);
      if (wake === undefined) return void early.add(transactionId);
      waiting.delete(transactionId);
      return wake();
    },
  };
}

/** Those of a system: the published fact TransactionCompleted, which comes after its commit. */
export function completionsOf(system: BenchSystem): Completions {
  const completions = createCompletions();
  system.onCompleted(completions.take);
  return completions;
}
