import { CompiledQuery } from "kysely";
import { isLockTimeout } from "../../database/errors.ts";

const lockRetryLimits = { lockTimeoutMs: 200, attemptsMax: 900, pauseMaxMs: 400 } as const;

/** The first statement of a transaction that is tried again: whoever comes behind it waits no longer than this. */
export const waitBriefly = CompiledQuery.raw(
  `set local lock_timeout = ${lockRetryLimits.lockTimeoutMs}`,
);

/** Tries until the lock is had: nobody is made to wait behind us for longer than the time-out. */
export async function withLockRetries<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || attempt === lockRetryLimits.attemptsMax) throw error;
      await new Promise((resolve) =>
        setTimeout(resolve, Math.random() * lockRetryLimits.pauseMaxMs),
      );
    }
  }
}
