import { type Instant, msBetween } from "@sanu/kernel";

/** `probing`: it failed, and one order may show whether it still does. */
export type Circuit = "closed" | "open" | "probing";

/** How the calls of one provider ended of late. */
export interface CallRecord {
  /** So many of the newest, one behind the other, brought no answer. */
  readonly failedInRow: number;
  readonly lastCalledAt: Instant;
}

export const circuitLimits = {
  /** So many calls without an answer, one behind the other, open the circuit. */
  failedInRowMax: 5,
  /** An open circuit lets one order through so long behind the last one. */
  probeAfterMs: 30_000,
} as const;

/** Pure. Whether a provider gets orders, by how its newest calls ended and how long ago. */
export function circuitOf({ failedInRow, lastCalledAt }: CallRecord, now: Instant): Circuit {
  if (failedInRow < circuitLimits.failedInRowMax) return "closed";
  return msBetween(lastCalledAt, now) < circuitLimits.probeAfterMs ? "open" : "probing";
}
