import type { Attempt } from "./attempt.ts";
import { type AttemptsWorkerOptions, beginFresh, carryOn, giveUpFresh } from "./carry-on.ts";
import { claimDue } from "./find-attempts.ts";
import { attemptsWorkerLimits } from "./limits.ts";

export interface AttemptsWorker {
  readonly start: () => void;
  /** Takes nothing new and finishes what is under way. */
  readonly stop: () => Promise<void>;
  /** Carries out an attempt that was just committed with a lease of this process; returns at once. */
  readonly take: (attempt: Attempt) => void;
  /** Carries out what is due now and waits for it; returns how many. For tests. */
  readonly runDue: () => Promise<number>;
}

/** A worker of the attempts table. Every replica runs one; an attempt is held by one of them at a time. */
export function createAttemptsWorker(options: AttemptsWorkerOptions): AttemptsWorker {
  const limits = { ...attemptsWorkerLimits, ...options.limits };
  const steps = { options, limits };
  const underWay = new Set<Promise<void>>();
  const waiting: Attempt[] = [];
  let stopped = false;
  let next: NodeJS.Timeout | undefined;
  let polling: Promise<unknown> = Promise.resolve();

  const begin = (work: () => Promise<void>): Promise<void> => {
    const running = work().finally(() => {
      underWay.delete(running);
      const waiter = stopped ? undefined : waiting.shift();
      if (waiter !== undefined) void begin(() => beginFresh(steps, waiter));
    });
    underWay.add(running);
    return running;
  };

  const claimAndRun = async (): Promise<Promise<void>[]> => {
    const free = limits.concurrencyMax - underWay.size - waiting.length;
    if (free <= 0 || !options.gate.isOpen()) return [];
    const { leaseMs } = limits;
    const claim = { kinds: options.kinds, now: options.clock.now(), leaseMs, attemptsMax: free };
    const claimed = await claimDue(options.database, claim);
    return claimed.map((attempt) => begin(() => carryOn(steps, attempt)));
  };

  const poll = (): void => {
    polling = claimAndRun()
      .catch((error: unknown) => options.onError(error, undefined))
      .finally(() => {
        if (!stopped) next = setTimeout(poll, limits.pollMs);
      });
  };

  return {
    start: poll,
    async stop() {
      stopped = true;
      clearTimeout(next);
      await polling;
      await Promise.all(waiting.splice(0).map((attempt) => giveUpFresh(steps, attempt)));
      await Promise.all(underWay);
    },
    take(attempt) {
      if (stopped) void begin(() => giveUpFresh(steps, attempt));
      else if (underWay.size < limits.concurrencyMax) {
        void begin(() => beginFresh(steps, attempt));
      } else if (waiting.length < limits.queueMax) waiting.push(attempt);
      else void begin(() => giveUpFresh(steps, attempt));
    },
    async runDue() {
      const running = await claimAndRun();
      await Promise.all(running);
      return running.length;
    },
  };
}
