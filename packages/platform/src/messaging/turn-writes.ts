import { performance } from "node:perf_hooks";

const turnLimits = {
  /** A process that waited less than this for news since it last wrote is busy. */
  restMsMin: 0.05,
  /** A long turn does not hold back more: whoever is asked would stand idle and then get everything at once. */
  writesMax: 64,
} as const;

export interface TurnWrites {
  /** Now, or at the end of the present turn of the event loop; not any more once the connection is closed. */
  readonly add: (write: () => void) => void;
  readonly flush: () => void;
}

/**
 * The client library writes to its socket for nearly every message, and a system call costs as much as making one. A
 * process that has not rested since it last wrote sends what one turn of its event loop makes together, at its end; one
 * that had to wait sends at once, so that the other side begins while the rest of the turn is looked at.
 */
export function createTurnWrites(
  isClosed: () => boolean,
  idleMs: () => number = () => performance.nodeTiming.idleTime,
): TurnWrites {
  let waiting: (() => void)[] = [];
  let isInTurn = false;
  let isBusy = false;
  let restedMs = 0;
  const beginTurn = (): void => {
    const nowRestedMs = idleMs();
    isBusy = nowRestedMs - restedMs < turnLimits.restMsMin;
    restedMs = nowRestedMs;
    isInTurn = true;
    setImmediate(endTurn);
  };
  const endTurn = (): void => {
    isInTurn = false;
    flush();
  };
  const flush = (): void => {
    const writes = waiting;
    waiting = [];
    if (!isClosed()) for (const write of writes) doAlone(write);
  };
  return {
    flush,
    add(write) {
      if (!isInTurn) beginTurn();
      if (isBusy) {
        if (waiting.push(write) >= turnLimits.writesMax) flush();
      } else if (!isClosed()) write();
    },
  };
}

/** A fault of one is reported like any other nobody catches, and does not take the others with it. */
function doAlone(write: () => void): void {
  try {
    write();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
