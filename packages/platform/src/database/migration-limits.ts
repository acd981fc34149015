export const migrationLimits = {
  /** How long writers may queue behind a migration that waits for its lock. */
  lockTimeoutMs: 1_000,
  lockPauseMs: 2_000,
  /** About five minutes of tries. */
  lockTriesMax: 100,
  /** Of one statement. Building an index blocks nobody, so it may take long, and waits for every older transaction. */
  statementMsMax: 3_600_000,
  backfillRowsMax: 500,
  backfillPauseMs: 50,
  turnPauseMs: 200,
  turnWaitMsMax: 3_600_000,
  /** Of who only waits until others have migrated. */
  lookPauseMs: 500,
  lookTimeoutMs: 5_000,
} as const;

export type MigrationLimits = { readonly [Name in keyof typeof migrationLimits]: number };
