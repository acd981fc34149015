/** A long write transaction holds the relay's horizon back, so none may be long. */
export const databaseLimits = {
  connectTimeoutMs: 3_000,
  /** Who could not run for so long within that time asks for the connection once more. */
  pauseMinMs: 1_000,
  refusedPauseMs: 100,
  statementTimeoutMs: 5_000,
  /** The client stops waiting after the server: then that is out of reach. */
  queryTimeoutMs: 6_000,
  transactionTimeoutMs: 10_000,
  idleInTransactionTimeoutMs: 5_000,
  lockTimeoutMs: 4_000,
  /** Nobody waits behind long work at the shell, except where that says so itself. */
  maintenanceLockTimeoutMs: 600_000,
  /** The more leave together, the longer the first of them waits for the last. */
  groupMembersMax: 16,
  groupStatementsMax: 96,
  /** What each must lock last, the others of a group hold while they lock it. */
  groupLastStatementsMax: 8,
  /** So often a group goes once more without the member that was refused. */
  groupRoundsMax: 3,
  /** While one is under way others leave as soon as they are as many as may be. */
  groupsMax: 4,
  /** So many lookups, or groups of them, are under way before the next ones wait for each other. */
  lookupGroupsBesideMax: 2,
  /** A lookup beside others; as many as fill a group take less than `queryTimeoutMs`. */
  lookupTimeoutMs: 300,
  /** The next group waits no longer for the one before. */
  groupPatienceMs: 100,
  /** Whoever waits longer for a lock of somebody else leaves the group, which holds locks too. */
  groupLockTimeoutMs: 25,
  /** So long, then, whatever has the key of that member goes alone; and everything, while there are so many keys. */
  groupApartMs: 1_000,
  groupKeysApartMax: 64,
  idleConnectionMs: 30_000,
  /** The server ends a session that its client has lost; one of a living client ends itself before. */
  idleSessionMs: 60_000,
  clientCheckMs: 1_000,
  /** On one connection. */
  preparedStatementsMax: 500,
} as const;
