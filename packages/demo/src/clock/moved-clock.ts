import { type Clock, instantOfEpochMs } from "@sanu/kernel";

/** The clock of a demo set: it runs on like every other, and leaps ahead when it is told to. */
export interface MovedClock extends Clock {
  readonly nowMs: () => number;
  /** By how much it is behind the machine's clock; the databases are told the same. */
  readonly behindMs: () => number;
  /** Never back: a moment that is over already changes nothing. */
  readonly leapTo: (epochMs: number) => void;
}

export function createMovedClock(
  startMs: number,
  machineMs: () => number = () => Date.now(),
): MovedClock {
  let behindMs = machineMs() - startMs;
  const nowMs = (): number => machineMs() - behindMs;
  return {
    nowMs,
    now: () => instantOfEpochMs(nowMs()),
    behindMs: () => behindMs,
    leapTo(epochMs) {
      behindMs = Math.max(0, Math.min(behindMs, machineMs() - epochMs));
    },
  };
}
