/** Every connection's limits. A long write transaction holds the relay's horizon back, so none may be long. */
export const databaseLimits = {
  connectTimeoutMs: 3_000,
  /** A server that refused a connection is not asked for another one before this. */
  refusedPauseMs: 100,
  /** The server ends a statement after this time … */
  statementTimeoutMs: 5_000,
  /** … and the client stops waiting after this one: then the server is out of reach. */
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
