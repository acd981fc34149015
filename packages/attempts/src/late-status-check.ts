import { msBetween } from "@sanu/kernel";
import type { AttemptSituation } from "./attempt.ts";

const minuteMs = 60_000;

/** How old a collection is, from its order on, when its status is checked behind its end. */
export const lateStatusCheckAgesMs = {
  /** Somebody can still pay what was called off. */
  rejected: [1, 4, 16, 64, 256, 1_024, 4_096].map((minutes) => minutes * minuteMs),
  /** Who has paid seldom pays again. */
  settled: [16, 1_024].map((minutes) => minutes * minuteMs),
} as const;

/**
 * Milliseconds until the status of a collection is checked once more behind its end; null when that is over, and for everything
 * else. Pure. Money can come after the end, and the callback that says so can be lost for as long as the provider
 * repeats it: without these checks nobody would ever know of that money.
 */
export function lateStatusCheckInMs(
  { kind, calledAt, createdAt, claimedAt }: LateSituation,
  end: keyof typeof lateStatusCheckAgesMs,
): number | null {
  if (kind !== "collection" || calledAt === null) return null;
  const ageMs = msBetween(createdAt, claimedAt);
  const next = lateStatusCheckAgesMs[end].find((each) => each > ageMs);
  return next === undefined ? null : next - ageMs;
}

type LateSituation = Pick<AttemptSituation, "kind" | "calledAt" | "createdAt" | "claimedAt">;
