/** Less than this is how two clocks are read one after the other, not a machine that stood still. */
const leapMinMs = 500;

export interface Clocks {
  readonly wallMs: () => number;
  readonly monotonicMs: () => number;
}

/**
 * Milliseconds that never go back, and go on while the machine is paused, when a monotonic clock may stand still. A clock
 * that is set forward looks the same; whoever holds a lease then takes it for over, which is the safe mistake.
 */
export function createSteadyTime({ wallMs, monotonicMs }: Clocks): () => number {
  let lead: number | undefined;
  let pausedMs = 0;
  return () => {
    const monotonic = monotonicMs();
    const present = wallMs() - monotonic;
    const leap = present - (lead ?? present);
    if (leap >= leapMinMs) pausedMs += leap;
    lead = present;
    return monotonic + pausedMs;
  };
}

/** Of this process. */
export const steadyNowMs = createSteadyTime({
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
});
