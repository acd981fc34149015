import type { Attempt } from "@sanu/platform";
import { isSigned } from "./replacement.ts";

export const hastenLimits = {
  /** What waits for its blocks is asked about so often … */
  statusCheckMostMs: 60_000,
  /** … and hastened each time it was still not in one behind so many: about every two hours. */
  everyStatusChecks: 120,
} as const;

/** Not what a person was asked to look at: she may be doing it herself. */
export function isHastenDue({
  naturalKey,
  state,
  payload,
  statusChecks,
  reviewedAt,
}: Attempt): boolean {
  if (!isSigned(naturalKey) || state !== "accepted") return false;
  if (payload === null || reviewedAt !== null || statusChecks === 0) return false;
  return statusChecks % hastenLimits.everyStatusChecks === 0;
}
