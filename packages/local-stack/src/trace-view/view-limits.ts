export const viewLimits = {
  tracesMax: 200,
  /** Of one trace; what comes beyond is counted and not kept. */
  spansMax: 1_000,
  bodyBytesMax: 4_000_000,
  listedMax: 50,
  reloadSeconds: 2,
} as const;
