import { availableParallelism } from "node:os";
import type { HashQueueLimits } from "./hash-queue.ts";

export interface HashParameters {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** One core stays for what else answers: under a flood of logins everybody else would wait for hashes. */
const hashesMax = Math.max(1, availableParallelism() - 1);

/**
 * OWASP's floor for Argon2id. While one is compared the next is looked up, else the core waits for the database.
 *
 * Who raises the parameters moves the old ones to `olderParameters`, where they stay until no hash of theirs is left:
 * meanwhile every comparison costs one of each kind, so that its time does not tell whose hash is old.
 */
export const passwordLimits = {
  memoryKib: 19_456,
  passes: 2,
  lanes: 1,
  hashesMax,
  concurrencyMax: hashesMax + 1,
  waitMaxMs: 3_500,
  overloadedAfterMs: 100,
  usefulMsMin: 100,
  /** Logins that wait for their turn: they must not wait before the queue that knows who goes first. */
  loginsMax: 4_096,
  olderParameters: [] as readonly HashParameters[],
} as const satisfies HashParameters & HashQueueLimits & Record<string, unknown>;
