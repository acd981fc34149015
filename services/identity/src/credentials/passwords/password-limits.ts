export interface HashParameters {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

export interface PasswordQueueLimits {
  readonly concurrencyMax: number;
  readonly queueMax: number;
}

/**
 * OWASP's floor for Argon2id. Two at once on two cores is as fast as hashing gets (140/s measured); what waits
 * longer than the queue is refused, so that a flood of logins cannot starve everything else.
 *
 * Who raises the parameters moves the old ones to `olderParameters`, where they stay until no hash of theirs is left:
 * meanwhile every comparison costs one of each kind, so that its time does not tell whose hash is old.
 */
export const passwordLimits = {
  memoryKib: 19_456,
  passes: 2,
  lanes: 1,
  concurrencyMax: 2,
  queueMax: 50,
  olderParameters: [] as readonly HashParameters[],
} as const satisfies HashParameters & PasswordQueueLimits & Record<string, unknown>;
