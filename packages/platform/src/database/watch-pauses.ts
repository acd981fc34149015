const lookEveryMs = 200;

/** Watches whether this process may run. Returns what ends that, and says for how long at most it did not since then. */
export function watchPauses(): () => number {
  let lastMs = performance.now();
  let longestMs = 0;
  const look = (): void => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs - lookEveryMs);
    lastMs = nowMs;
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return () => {
    clearInterval(timer);
    look();
    return longestMs;
  };
}
