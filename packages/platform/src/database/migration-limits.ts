export const migrationLimits = {
  /** How long writers may queue behind a migration that waits for its lock … */
  lockTimeoutMs: 1_000,
  /** … how long they then have for themselves … */
  lockPauseMs: 2_000,
  /** … and how often it tries: for about five minutes. */
  lockTriesMax: 100,
  /** Building an index blocks nobody, so it may take long, and waits for every older transaction. */
  indexBuildMsMax: 3_600_000,
  backfillRowsMax: 500,
  backfillPauseMs: 50,
  /** A job looks this often, and this long, whether the job that migrates has ended. */
  turnPauseMs: 200,
  turnWaitMsMax: 3_600_000,
} as const;

export type MigrationLimits = { readonly [Name in keyof typeof migrationLimits]: number };
