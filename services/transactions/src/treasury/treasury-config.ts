import { basisPoints } from "@sanu/kernel";
import { wholeSetting } from "@sanu/platform";
import { z } from "zod";
import type { TreasuryTerms } from "./treasury-terms.ts";

/** Beyond the age of every report. */
const anyAgeMs = 100 * 365 * 86_400_000;
const AMOUNT_MAX = 999_999_999_999_999;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const amountSetting = (preset: number) =>
  wholeSetting(0, AMOUNT_MAX).default(preset).transform(BigInt);
const targetSetting = wholeSetting(0, AMOUNT_MAX).transform(BigInt).optional();

export const treasurySettings = {
  /** A float that was not reported for so long pays no new order. */
  FLOAT_STALE_AFTER_MS: wholeSetting(1_000, DAY_MS).default(180_000),
  /** … once a replica has listened for this long: payouts of a new release, or after an outage, may start behind it. */
  FLOAT_START_GRACE_MS: wholeSetting(0, DAY_MS).default(600_000),
  /** Less than this in one float is an alarm … */
  FLOAT_LOW_XOF: amountSetting(1_000_000),
  FLOAT_LOW_LIGHTNING_SATS: amountSetting(1_000_000),
  FLOAT_LOW_ONCHAIN_SATS: amountSetting(1_000_000),
  /** … and this much of it is promised to nobody. */
  FLOAT_CLOSED_XOF: amountSetting(0),
  FLOAT_CLOSED_LIGHTNING_SATS: amountSetting(0),
  FLOAT_CLOSED_ONCHAIN_SATS: amountSetting(0),
  /** What all floats of a currency together should hold. */
  FLOAT_TARGET_XOF: targetSetting,
  FLOAT_TARGET_SATS: targetSetting,
  /** The most of its amount that a gateway takes of a disbursement; reserved with it. */
  DISBURSEMENT_FEE_BASIS_POINTS: wholeSetting(0, 10_000)
    .default(100)
    .transform((value) => basisPoints(BigInt(value))),
  /** A rail of whose payouts this share failed, of so many at least, in such a window, pauses. */
  BREAKER_FAILURES_BASIS_POINTS: wholeSetting(1, 10_000).default(5_000),
  BREAKER_OUTCOMES_MIN: wholeSetting(1, 1_000_000).default(20),
  BREAKER_WINDOW_MS: wholeSetting(1_000, DAY_MS).default(300_000),
  BREAKER_PAUSE_MS: wholeSetting(100, DAY_MS).default(60_000),
  BREAKER_PAUSE_MAX_MS: wholeSetting(100, DAY_MS).default(HOUR_MS / 2),
  /** Orders that probe a paused rail at a time. */
  BREAKER_PROBES: wholeSetting(1, 1_000).default(3),
};

const TreasuryEnvironment = z.object(treasurySettings);

/** A float that closes before it is low closes without a word, and a pause that shrinks is none. */
export function contradictionsInTreasury(
  env: z.infer<typeof TreasuryEnvironment>,
  context: Pick<z.core.$RefinementCtx, "addIssue">,
): void {
  const crossed = [
    ["FLOAT_CLOSED_XOF", "FLOAT_LOW_XOF"],
    ["FLOAT_CLOSED_LIGHTNING_SATS", "FLOAT_LOW_LIGHTNING_SATS"],
    ["FLOAT_CLOSED_ONCHAIN_SATS", "FLOAT_LOW_ONCHAIN_SATS"],
    ["BREAKER_PAUSE_MS", "BREAKER_PAUSE_MAX_MS"],
  ] as const;
  for (const [less, more] of crossed) {
    if (env[less] <= env[more]) continue;
    const message = `must not be above ${more}`;
    context.addIssue({ code: "custom", path: [less], message });
  }
}

export function treasuryConfigOf(env: z.infer<typeof TreasuryEnvironment>): TreasuryTerms {
  return {
    staleAfterMs: staleAfter(env.FLOAT_STALE_AFTER_MS, env.FLOAT_START_GRACE_MS),
    lowMarks: {
      disbursement: env.FLOAT_LOW_XOF,
      lightning: env.FLOAT_LOW_LIGHTNING_SATS,
      onchain: env.FLOAT_LOW_ONCHAIN_SATS,
    },
    closedMarks: {
      disbursement: env.FLOAT_CLOSED_XOF,
      lightning: env.FLOAT_CLOSED_LIGHTNING_SATS,
      onchain: env.FLOAT_CLOSED_ONCHAIN_SATS,
    },
    targets: { XOF: env.FLOAT_TARGET_XOF ?? null, SATS: env.FLOAT_TARGET_SATS ?? null },
    feeShare: env.DISBURSEMENT_FEE_BASIS_POINTS,
    breaker: {
      failuresBasisPoints: env.BREAKER_FAILURES_BASIS_POINTS,
      outcomesMin: env.BREAKER_OUTCOMES_MIN,
      windowMs: env.BREAKER_WINDOW_MS,
      pauseMs: env.BREAKER_PAUSE_MS,
      pauseMaxMs: env.BREAKER_PAUSE_MAX_MS,
      probes: env.BREAKER_PROBES,
    },
  };
}

/** Nobody who does not listen can say that somebody is silent. */
export function staleAfter(
  staleAfterMs: number,
  startGraceMs: number,
  nowMs = () => performance.now(),
): () => number {
  const listensSinceMs = nowMs();
  return () => (nowMs() - listensSinceMs < startGraceMs ? anyAgeMs : staleAfterMs);
}
