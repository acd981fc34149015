export const sessionLimits = {
  tokenLifeSeconds: 3_600,
  /** A session, however often it is refreshed (OWASP ASVS 7.3.2). */
  sessionLifeMs: 86_400_000,
  /** Open sessions of one account; one more ends the oldest. */
  sessionsMax: 20,
  /** A replaced token goes on so long after the first use of the new one: replies get lost on their way. */
  overlapMs: 60_000,
  /** A revocation is kept so much longer than any token it concerns, for clocks that differ. */
  revocationMarginMs: 300_000,
  /** Every replica publishes to every gateway at least so often. */
  beatMs: 500,
  /** Revocations in one message, about 130 bytes each. */
  revocationsPerMessageMax: 2_000,
} as const;
