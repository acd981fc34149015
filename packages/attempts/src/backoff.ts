/** 2^20 first delays are more than any bound in use, and stay exact. */
const DOUBLINGS_MAX = 20;

/** The first delay, twice as long each further time, up to the most. */
export function backoffMs(firstMs: number, doublings: number, mostMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(Math.max(doublings, 0), DOUBLINGS_MAX), mostMs);
}
