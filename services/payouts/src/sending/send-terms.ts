import { type Sats, sats } from "@sanu/kernel";

/** On which terms sats are sent. */
export interface SendTerms {
  readonly feeLimitBasisPoints: bigint;
  readonly feeLimitFloorSats: Sats;
  readonly attemptsMax: number;
  readonly retryPauseMs: number;
}

const BASIS_POINTS_OF_ALL = 10_000n;
const DOUBLINGS_MAX = 10;

/** The most that a send may cost: a share of its amount, rounded down, and at least the floor. */
export function feeLimitOf(amountSats: Sats, terms: SendTerms): Sats {
  const share = sats((amountSats * terms.feeLimitBasisPoints) / BASIS_POINTS_OF_ALL);
  return share > terms.feeLimitFloorSats ? share : terms.feeLimitFloorSats;
}

/** How long the attempt after a rejected one waits; doubles with every attempt. */
export function retryPauseMsAfter(attemptNumber: number, terms: SendTerms): number {
  return terms.retryPauseMs * 2 ** Math.min(attemptNumber - 1, DOUBLINGS_MAX);
}
