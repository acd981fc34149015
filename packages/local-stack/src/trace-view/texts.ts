const microsecondsPerMs = 1_000;
const msPerSecond = 1_000;
const msPerMinute = 60_000;

/** `0.42 ms`, `12.3 ms`, `1.25 s`, `3 min 5 s`. */
export function durationText(microseconds: number): string {
  const ms = microseconds / microsecondsPerMs;
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  if (ms < msPerSecond) return `${ms.toFixed(1)} ms`;
  if (ms < msPerMinute) return `${(ms / msPerSecond).toFixed(2)} s`;
  const seconds = Math.round(ms / msPerSecond);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
