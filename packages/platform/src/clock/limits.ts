export const clockLimits = {
  measureMs: 5_000,
  /** An answer that took longer says too little about the moment in between. */
  roundTripMaxMs: 500,
  measurementsMax: 20,
  /** A difference that is reported, and the leap of this machine's clock after which the moment is measured anew. */
  skewMaxMs: 2_000,
} as const;
