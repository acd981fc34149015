/**
 * OWASP's floor for Argon2id. Two at once on two cores is as fast as hashing gets (140/s measured); what waits
 * longer than the queue is refused, so that a flood of logins cannot starve everything else.
 */
export const passwordLimits = {
  memoryKib: 19_456,
  passes: 2,
  lanes: 1,
  concurrencyMax: 2,
  queueMax: 50,
} as const;
