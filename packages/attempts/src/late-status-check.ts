import { msBetween } from "@sanu/kernel";
import type { AttemptSituation } from "./attempt.ts";

const minuteMs = 60_000;

export const lateStatusCheckAgesMs = {
  /** Somebody can still pay what was called off. */
  rejected: [1, 4, 16, 64, 256, 1_024, 4_096].map((minutes) => minutes * minuteMs),
  /** Who has paid seldom pays again. */
  settled: [16, 1_024].map((minutes) => minutes * minuteMs),
} as const;

/** Milliseconds, null when over. The callback of late money can be lost: without a check nobody would know of it. */
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
