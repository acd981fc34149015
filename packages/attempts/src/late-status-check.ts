import { msBetween } from "@sanu/kernel";
import { type AttemptSituation, movesMoneyOut } from "./attempt.ts";
import type { AttemptLimits } from "./attempt-limits.ts";

const minuteMs = 60_000;

const lateStatusCheckAgesMs = {
  /** Somebody can still pay what was called off. */
  rejected: [1, 4, 16, 64, 256, 1_024, 4_096].map((minutes) => minutes * minuteMs),
  /** Who has paid seldom pays again. */
  settled: [16, 1_024].map((minutes) => minutes * minuteMs),
  /** What a provider had taken and says has failed can have gone out all the same, whatever its contract says of reversals. */
  failed: [16, 1_024, 4_096].map((minutes) => minutes * minuteMs),
  /** What has settled can be reversed, and what failed can have gone out, for as long as the rail says; the last check is then. */
  reversible: [16, 1_024, 4_096, 16_384, 65_536, 262_144].map((minutes) => minutes * minuteMs),
} as const;

/**
 * Milliseconds, null when over. The callback of late money, or of a reversal, can be lost: without a check nobody would
 * know of it. `said` is the provider's last word, which can be `settled` of an attempt that stays rejected; `refused` is what
 * it never had.
 */
export function lateStatusCheckInMs(
  { kind, calledAt, createdAt, claimedAt }: LateSituation,
  said: "rejected" | "refused" | "settled",
  { reversibleForMs, lateStatusChecksForMs }: LateLimits,
): number | null {
  if (calledAt === null) return null;
  const ageMs = msBetween(createdAt, claimedAt);
  const isOut = movesMoneyOut(kind);
  const ofReversals = lateStatusCheckAgesMs.reversible.filter((each) => each < reversibleForMs);
  const ages = [
    ...(kind === "collection" && said !== "refused" ? lateStatusCheckAgesMs[said] : []),
    ...(isOut && said === "rejected" ? lateStatusCheckAgesMs.failed : []),
    ...(isOut || said === "settled" ? [...ofReversals, reversibleForMs] : []),
  ];
  const next = Math.min(...ages.filter((each) => each > ageMs && each <= lateStatusChecksForMs));
  return Number.isFinite(next) ? next - ageMs : null;
}

type LateLimits = Pick<AttemptLimits, "reversibleForMs" | "lateStatusChecksForMs">;
type LateSituation = Pick<AttemptSituation, "kind" | "calledAt" | "createdAt" | "claimedAt">;
