/** Nobody would wait for the outcome any more, or too many are before it; the work was not begun. */
export const busy = Symbol("busy");

export interface Client {
  /** At zero he has gone. */
  readonly remainingMs: () => number;
  /** He has proved before who he is: his share is kept when strangers flood us. */
  readonly isKnown: boolean;
}

export interface HashQueueLimits {
  readonly concurrencyMax: number;
  /** Nothing waits for longer. There is no other bound: what arrives in this time is what there can be. */
  readonly waitMaxMs: number;
  /** While the oldest waits for less, who came first goes first; beyond, who came last: the others have waited in vain. */
  readonly overloadedAfterMs: number;
  /** Work with less time than this would be done for nobody. */
  readonly usefulMsMin: number;
}

export interface HashQueue {
  /** Returns `busy` as soon as it is known that the work will not begin in time. */
  readonly run: <Result>(
    work: () => Promise<Result>,
    client: Client,
  ) => Promise<Result | typeof busy>;
  readonly waiting: () => number;
}

interface Waiter {
  readonly since: number;
  readonly client: Client;
  readonly settle: (begins: boolean) => void;
}

/** Work that is bounded by time: under overload it serves those who still wait for it, newest first. */
export function createHashQueue(limits: HashQueueLimits, now = () => performance.now()): HashQueue {
  const [known, strangers]: [Waiter[], Waiter[]] = [[], []];
  let running = 0;
  let isKnownNext = true;

  const isOver = ({ since, client }: Waiter) =>
    now() - since >= limits.waitMaxMs || client.remainingMs() < limits.usefulMsMin;
  /** The oldest are in front. One of a shorter deadline behind them is found when its turn comes. */
  const dropOver = (lane: Waiter[]) => {
    while (lane[0] !== undefined && isOver(lane[0])) lane.shift()?.settle(false);
  };
  const takeFrom = (lane: Waiter[]): Waiter | undefined => {
    for (;;) {
      dropOver(lane);
      const [oldest] = lane;
      if (oldest === undefined) return undefined;
      const isOverloaded = now() - oldest.since >= limits.overloadedAfterMs;
      const next = isOverloaded ? lane.pop() : lane.shift();
      if (next === undefined || !isOver(next)) return next;
      next.settle(false);
    }
  };
  /** Where both wait, every second place is for the known. */
  const takeNext = (): Waiter | undefined => {
    const lanes = isKnownNext ? [known, strangers] : [strangers, known];
    isKnownNext = !isKnownNext;
    for (const lane of lanes) {
      const next = takeFrom(lane);
      if (next !== undefined) return next;
    }
    return undefined;
  };
  const leave = () => {
    const next = takeNext();
    // The place is handed over, so `running` stays as it is.
    if (next === undefined) running -= 1;
    else next.settle(true);
  };
  const begins = (client: Client): Promise<boolean> => {
    const lane = client.isKnown ? known : strangers;
    dropOver(lane);
    return new Promise((settle) => lane.push({ since: now(), client, settle }));
  };

  return {
    waiting: () => known.length + strangers.length,
    async run(work, client) {
      if (client.remainingMs() < limits.usefulMsMin) return busy;
      if (running < limits.concurrencyMax) running += 1;
      else if (!(await begins(client))) return busy;
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
