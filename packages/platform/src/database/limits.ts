/** A long write transaction holds the relay's horizon back, so none may be long. */
export const databaseLimits = {
  connectTimeoutMs: 3_000,
  refusedPauseMs: 100,
  statementTimeoutMs: 5_000,
  /** The client stops waiting after the server: then that is out of reach. */
  queryTimeoutMs: 6_000,
  transactionTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 5_000,
  lockTimeoutMs: 4_000,
  /** Nobody waits behind long work at the shell, except where that says so itself. */
  maintenanceLockTimeoutMs: 600_000,
  idleConnectionMs: 30_000,
  /** The server ends a session that its client has lost; one of a living client ends itself before. */
  idleSessionMs: 60_000,
  clientCheckMs: 1_000,
  preparedStatementsMax: 500,
} as const;
