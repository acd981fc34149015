const DOUBLINGS_MAX = 10;

/** Milliseconds that the attempt after a rejected one waits: the first pause, twice as long for each later one. */
export function retryPauseMs(firstMs: number, rejectedAttemptNumber: number): number {
  return firstMs * 2 ** Math.min(rejectedAttemptNumber - 1, DOUBLINGS_MAX);
}
