import { type Instant, instantOfEpochMs } from "./instant.ts";

/** Where a service gets the present moment from; tests give a fixed one. */
export interface Clock {
  readonly now: () => Instant;
}

/** The machine's clock; what decides about time in a service reads the database's instead. */
export const systemClock: Clock = { now: () => instantOfEpochMs(Date.now()) };
