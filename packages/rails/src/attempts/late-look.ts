import { msBetween } from "@sanu/kernel";
import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import type { AttemptSituation } from "./attempt-situation.ts";

const ageFactor = 4;

/**
 * Milliseconds until a collection that came to nothing is looked at once more; null when that is over, and for
 * everything else. Pure. Somebody can pay after the end, and the callback that says so can be lost for as long as the
 * provider repeats it: without these looks nobody would ever know of that money.
 */
export function lateLookInMs(
  { kind, calledAt, createdAt, claimedAt }: LateSituation,
  { lateLookFirstMs, lateLookLastMs }: LateLookLimits = attemptLimits,
): number | null {
  if (kind !== "collection" || calledAt === null) return null;
  const ageMs = msBetween(createdAt, claimedAt);
  let atMs = lateLookFirstMs;
  while (atMs <= ageMs) atMs *= ageFactor;
  return atMs > lateLookLastMs ? null : atMs - ageMs;
}

type LateSituation = Pick<AttemptSituation, "kind" | "calledAt" | "createdAt" | "claimedAt">;
type LateLookLimits = Pick<AttemptLimits, "lateLookFirstMs" | "lateLookLastMs">;
