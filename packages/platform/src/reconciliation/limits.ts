export const reconciliationLimits = {
  /** So many times as long is the pause between two looks when nothing was due for long. */
  quietPolls: 5,
  /** Names that are looked up together. */
  lookUpRows: 500,
  fetchRows: 1_000,
  /** One comparison, in one short transaction: 3 000 movements at ten a second. */
  bucketMs: 300_000,
  /** Lines that are written together, of as many pages as it takes. */
  stagedRows: 2_000,
  /** The provider may still add a line this young, so it is not read yet. */
  statementLagMs: 5_000,
  /** How long a run is left to a process that says nothing: each batch and each comparison takes it anew. */
  claimMs: 600_000,
  /** Before a statement that could not be read is asked for again. */
  retryPauseMs: 60_000,
  /** More in one run, and something else is wrong than single movements: the run says so and goes no further. */
  differencesMax: 10_000,
  pagesMax: 100_000,
  /** Where a provider states nothing: so many of its orders are asked for in a page, with a pause behind each. */
  askedRows: 50,
  askPauseMs: 50,
  /** So many in a row without an answer, and it is the provider that cannot be asked. */
  unansweredInRow: 5,
  /** Of one statement: with more it proves too little. */
  unansweredMax: 200,
  /** An open difference older than this is looked at again only on demand. */
  lookBackMs: 31 * 86_400_000,
} as const;
