import { setTimeout as wait } from "node:timers/promises";
import { stackLimits } from "../limits.ts";

/** The streams controller of the local stack. */
export interface StreamKeeper {
  readonly stop: () => Promise<void>;
}

/**
 * Applies the definition of streams and consumers again and again, so that one that was deleted is there again
 * within seconds. A failure is told once, until it works again: NATS may be down for a while.
 */
export function keepStreams(
  apply: () => Promise<void>,
  onTrouble: (reason: string) => void,
  everyMs: number = stackLimits.streamsEveryMs,
): StreamKeeper {
  const ending = new AbortController();
  const ended = run(apply, { onTrouble, everyMs, signal: ending.signal });
  return {
    stop: () => {
      ending.abort();
      return ended;
    },
  };
}

async function run(
  apply: () => Promise<void>,
  options: {
    readonly onTrouble: (reason: string) => void;
    readonly everyMs: number;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  let failing = false;
  while (!options.signal.aborted) {
    try {
      await apply();
      failing = false;
    } catch (error) {
      if (!failing) options.onTrouble(error instanceof Error ? error.message : String(error));
      failing = true;
    }
    await wait(options.everyMs, undefined, { signal: options.signal }).catch(() => undefined);
  }
}
