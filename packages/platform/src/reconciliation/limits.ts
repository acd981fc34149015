export const reconciliationLimits = {
  /** Names that are looked up together. */
  lookUpRows: 500,
  fetchRows: 1_000,
  /** One comparison: an hour of movements, in one short transaction. */
  bucketMs: 3_600_000,
  /** The provider may still add a line this young, so it is not read yet. */
  statementLagMs: 5_000,
  /** How long a run is left to the process that began it. */
  claimMs: 600_000,
  /** Before a statement that could not be read is asked for again. */
  retryPauseMs: 60_000,
  /** More in one run, and something else is wrong than single movements: the run says so and goes no further. */
  differencesMax: 10_000,
  pagesMax: 100_000,
  /** An open difference older than this is looked at again only on demand. */
  lookBackMs: 31 * 86_400_000,
  deletedRowsMax: 10_000,
} as const;
