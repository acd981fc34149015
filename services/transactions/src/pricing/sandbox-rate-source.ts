import type { Clock, XofPerBtc } from "@sanu/kernel";
import type { RateSource } from "./rate-source.ts";

/** A market that stands still at a set rate, for machines that reach no real one. */
export function createSandboxRateSource(options: {
  readonly midXofPerBtc: XofPerBtc;
  readonly clock: Clock;
}): RateSource {
  const { midXofPerBtc, clock } = options;
  return { findMid: () => ({ midXofPerBtc, asOf: clock.now() }) };
}

/** A market that is closed: every order is refused with `rate-unavailable`. */
export const closedRateSource: RateSource = { findMid: () => undefined };
