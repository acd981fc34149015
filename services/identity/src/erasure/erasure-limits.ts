/** How long somebody waits for what becomes of an erasure, and how often it is checked. */
export const erasureLimits = {
  waitMs: 5_000,
  /** At the shell nothing else ends the wait. */
  shellWaitMs: 15_000,
  checkMs: 50,
  /** Left of the client's time for the response. */
  marginMs: 250,
} as const;
