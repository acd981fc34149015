/** Every connection's limits. A long write transaction holds the relay's horizon back, so none may be long. */
export const databaseLimits = {
  connectTimeoutMs: 3_000,
  /** The server ends a statement after this time … */
  statementTimeoutMs: 5_000,
  /** … and the client stops waiting after this one (a half-open connection never answers). */
  queryTimeoutMs: 8_000,
  transactionTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 5_000,
  lockTimeoutMs: 4_000,
  idleConnectionMs: 30_000,
  preparedStatementsMax: 500,
} as const;
