import type { Attempt } from "@sanu/platform";
import type { SendRail } from "@sanu/rails";
import type { SatsTransfer } from "../../transfer.ts";

export interface BatchTerms {
  /** So many payouts at most share a transaction; with 1 each has its own, and none waits. */
  readonly payoutsMax: number;
  /** How long a payout waits for others. */
  readonly waitMs: number;
}

export const batchLimits = {
  /** Whom nobody has taken along so long behind its wait goes alone. */
  netMs: 30_000,
} as const;

/** Codes of attempts: who waits for others, and who was let out of a batch. */
export const AWAITS_BATCH = "awaits-batch";
export const GOES_ALONE = "goes-alone";

/** Pure. Only what nobody has tried in any way before: whatever comes again is prepared alone, so nothing waits twice. */
export function awaitsBatch(
  { attemptNumber, calledAt, lastError }: Pick<Attempt, "attemptNumber" | "calledAt" | "lastError">,
  { receiverKind }: Pick<SatsTransfer, "receiverKind">,
  { prepareBatch }: Pick<SendRail, "prepareBatch">,
  { payoutsMax }: BatchTerms,
): boolean {
  if (payoutsMax < 2 || receiverKind !== "onchain" || prepareBatch === undefined) return false;
  return attemptNumber === 1 && calledAt === null && lastError === null;
}
