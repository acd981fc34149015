/** Timings of attempts at which unknown outcomes resolve within a test. */
export const quickTimings = {
  limits: {
    statusCheckFirstMs: 50,
    statusCheckMostMs: 200,
    statusCheckWantedMostMs: 200,
    statusCheckUnwantedMostMs: 200,
    statusCheckLongMs: 200,
    notReadyMs: 50,
    notReadyMostMs: 100,
    resendGraceMs: 100,
    resendMostMs: 400,
  },
  times: { pollMs: 20 },
} as const;
