import { wholeSetting } from "@sanu/platform";

const AMOUNT_MAX = 999_999_999_999_999;
const MINUTE_MS = 60_000;

export const comparisonSettings = {
  /** How far our accounts may lie from the ledger before a person has to look. */
  LEDGER_TOLERANCE_XOF: wholeSetting(0, AMOUNT_MAX).default(10_000).transform(BigInt),
  LEDGER_TOLERANCE_SATS: wholeSetting(0, AMOUNT_MAX).default(10_000).transform(BigInt),
  /** What a statement says is seconds old when it is said: by less than this nothing of it would be fresh, and francs never compared. */
  LEDGER_COMPARE_EVERY_MS: wholeSetting(5_000, 60 * MINUTE_MS).default(MINUTE_MS),
};

interface ComparisonEnvironment {
  readonly LEDGER_TOLERANCE_XOF: bigint;
  readonly LEDGER_TOLERANCE_SATS: bigint;
  readonly LEDGER_COMPARE_EVERY_MS: number;
}

export function comparisonConfigOf(env: ComparisonEnvironment) {
  return {
    toleranceXof: env.LEDGER_TOLERANCE_XOF,
    toleranceSats: env.LEDGER_TOLERANCE_SATS,
    everyMs: env.LEDGER_COMPARE_EVERY_MS,
    // Long enough for two comparisons of what an account said once.
    freshMs: env.LEDGER_COMPARE_EVERY_MS * 3,
  };
}
