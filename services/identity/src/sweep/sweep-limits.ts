/** How long what is over is kept, and how it is deleted. */
export const sweepLimits = {
  everyMs: 60_000,
  /** Rows of one table in one statement, so that no lock is held for long. */
  rowsMax: 1_000,
  /** Codes, for the count of the hour and for questions of the next day. */
  otpsMs: 86_400_000,
  /** Wishes for codes: a code that comes an hour later helps nobody. */
  codeRequestsMs: 3_600_000,
  mailsMs: 86_400_000,
  /** A session, behind its end: longer than its last token lives. */
  sessionsMs: 7_200_000,
  /** Longer than the gateway lets a client send. */
  unfinishedUploadsMs: 900_000,
  /** A registration whose address nobody proved, with everything about its person. */
  pendingRegistrationsMs: 604_800_000,
} as const;
