const minuteMs = 60_000;

export const secondFactorLimits = {
  /** Of one account. */
  factorsMax: 8,
  /** What was begun and not confirmed is deleted. */
  begunMs: 15 * minuteMs,
  totp: { digits: 6, periodSeconds: 30, stepsAround: 1, secretBytes: 20 },
  recoveryCodes: { count: 10, bytes: 10, groupLetters: 4 },
  passkeys: { challengeBytes: 32, challengeMs: 5 * minuteMs },
} as const;
