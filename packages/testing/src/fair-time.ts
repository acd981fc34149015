const limits = { tickMs: 20, countedMaxMs: 40 } as const;

let fairMs = 0;
let countedAt = performance.now();

/**
 * Milliseconds, from some moment on, in which this machine let the test run: what a busy host takes away, or a pause
 * of the whole machine, hardly counts. Limits of tests are measured with it, so that a limit that is passed says
 * something about Sanu and not about the machine.
 */
export function fairNowMs(): number {
  const now = performance.now();
  fairMs += Math.min(now - countedAt, limits.countedMaxMs);
  countedAt = now;
  return fairMs;
}

setInterval(fairNowMs, limits.tickMs).unref();
