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
  /** Nothing waits for longer, nor for a turn that would come later even if nobody else did. There is no other bound. */
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
  /** Whether as many wait as can be served in time: whoever comes takes somebody's place. */
  readonly isCrowded: () => boolean;
}

interface Waiter {
  readonly since: number;
  readonly client: Client;
  readonly settle: (begins: boolean) => void;
}

/** The first works of a process are slow, and say nothing of the others. */
export const meanLimits = { weightOfNewest: 0.1, worksMin: 10 } as const;

/**
 * How many can wait and still be served in time, by how long the work took of late. What stood still counts for no more than
 * anybody waits: there is always a place for each that runs, else nobody would come by whom it is measured anew.
 */
function createRoom({ waitMaxMs, concurrencyMax }: HashQueueLimits) {
  const { weightOfNewest, worksMin } = meanLimits;
  let [works, workMs] = [0, 0];
  return {
    places: () =>
      works < worksMin ? Number.POSITIVE_INFINITY : (waitMaxMs * concurrencyMax) / workMs,
    measure(took: number): void {
      const tookMs = Math.min(took, waitMaxMs);
      works += 1;
      workMs += Math.max(weightOfNewest, 1 / works) * (tookMs - workMs);
    },
  };
}

/** Work that is bounded by time: under overload it serves those who still wait for it, newest first. */
export function createHashQueue(limits: HashQueueLimits, now = () => performance.now()): HashQueue {
  const [known, strangers]: [Waiter[], Waiter[]] = [[], []];
  let running = 0;
  let isKnownNext = true;
  const room = createRoom(limits);

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
    const [first, second] = isKnownNext ? [known, strangers] : [strangers, known];
    isKnownNext = !isKnownNext;
    return takeFrom(first) ?? takeFrom(second);
  };
  const leave = () => {
    const next = takeNext();
    // The place is handed over, so `running` stays as it is.
    if (next === undefined) running -= 1;
    else next.settle(true);
  };
  const waiting = () => known.length + strangers.length;
  /** At once: who is told after the longest wait holds a connection for it. */
  const dropVain = () => {
    while (waiting() > room.places()) {
      (known.length > strangers.length ? known : strangers).shift()?.settle(false);
    }
  };
  const begins = (client: Client): Promise<boolean> => {
    const lane = client.isKnown ? known : strangers;
    dropOver(lane);
    const begun = new Promise<boolean>((settle) => lane.push({ since: now(), client, settle }));
    dropVain();
    return begun;
  };

  return {
    waiting,
    isCrowded: () => waiting() >= Math.floor(room.places()),
    async run(work, client) {
      if (client.remainingMs() < limits.usefulMsMin) return busy;
      if (running < limits.concurrencyMax) running += 1;
      else if (!(await begins(client))) return busy;
      const begunAt = now();
      try {
        return await work();
      } finally {
        room.measure(now() - begunAt);
        leave();
      }
    },
  };
}
