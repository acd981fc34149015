import { type Clock, type Instant, instant, plusMs } from "@sanu/kernel";

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  readonly advanceMs: (milliseconds: number) => void;
  readonly set: (moment: Instant) => void;
}

export function testClock(start = "2026-11-21T10:00:00.000000Z"): TestClock {
  let present = instant(start);
  return {
    now: () => present,
    advanceMs(milliseconds) {
      present = plusMs(present, milliseconds);
    },
    set(moment) {
      present = moment;
    },
  };
}
