import type { Logger } from "@sanu/platform";

export interface DrainOptions {
  /** What is drained, for the log. */
  readonly name: string;
  /** Does one batch and returns how much it did; asked again at once until that is nothing. */
  readonly drainBatch: () => Promise<number>;
  readonly pollMs: number;
  readonly logger: Logger;
}

/** Works off a queue in the database; every replica runs one. */
export interface Drain {
  readonly start: () => void;
  /** Ends after the batch under way. */
  readonly stop: () => Promise<void>;
  /** Looks into the queue now and not at the next poll. */
  readonly wake: () => void;
}

/** A failed batch is logged and tried again at the next poll. */
export function createDrain({ name, drainBatch, pollMs, logger }: DrainOptions): Drain {
  let running: Promise<void> | undefined;
  let next: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isWoken = false;

  const drainOnce = () => {
    isWoken = false;
    return drainBatch().catch((error: unknown) => {
      logger.error({ error }, `${name} failed; it is tried again`);
      return 0;
    });
  };
  const goesOn = (done: number) => isStarted && (isWoken || done > 0);

  /** Goes on until a batch finds nothing and nobody woke it meanwhile. */
  const run = async (): Promise<void> => {
    let done: number;
    do done = await drainOnce();
    while (goesOn(done));
  };

  const wake = () => {
    isWoken = true;
    if (!isStarted || running !== undefined) return;
    clearTimeout(next);
    running = run().finally(() => {
      running = undefined;
      if (isStarted) next = setTimeout(wake, pollMs);
    });
  };

  return {
    start() {
      isStarted = true;
      wake();
    },
    async stop() {
      isStarted = false;
      clearTimeout(next);
      await running;
    },
    wake,
  };
}
