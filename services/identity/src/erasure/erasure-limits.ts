/** How long somebody waits to hear what became of an erasure, and how often it is looked for. */
export const erasureLimits = {
  /** A person who asked over the API. */
  waitMs: 5_000,
  /** Who asked at the shell, where nothing else ends the wait. */
  shellWaitMs: 15_000,
  checkMs: 50,
  /** Left of the client's time for the answer. */
  marginMs: 250,
} as const;
