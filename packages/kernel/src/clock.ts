import { type Instant, instantOfEpochMs } from "./instant.ts";

/** Where a service gets the present moment from; tests give a fixed one. */
export interface Clock {
  readonly now: () => Instant;
}

/** The machine's clock, the only reader of it in the system. */
export const systemClock: Clock = { now: () => instantOfEpochMs(Date.now()) };
