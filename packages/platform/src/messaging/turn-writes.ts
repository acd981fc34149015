import { performance } from "node:perf_hooks";

/** A shorter wait for news is only the system call that looks for them. */
const restMsMin = 0.05;

/** Messages to the server. */
export interface TurnWrites {
  /** Does it now, or at the end of the present turn of the event loop; not any more once the connection is closed. */
  readonly add: (write: () => void) => void;
  /** Does all that wait now. */
  readonly flush: () => void;
}

/**
 * The client library writes to its socket for nearly every message, and a system call costs as much as making the
 * message. A process that finds news each time it looks has no time to lose: what it sends in one turn of its event
 * loop leaves together at its end. One that had to wait for them sends at once, so that whoever is asked begins while
 * the rest of the turn is looked at.
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
    isBusy = nowRestedMs - restedMs < restMsMin;
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
    if (!isClosed()) for (const write of writes) write();
  };
  return {
    flush,
    add(write) {
      if (!isInTurn) beginTurn();
      if (isBusy) waiting.push(write);
      else if (!isClosed()) write();
    },
  };
}
