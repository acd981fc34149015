import { wholeSetting } from "../config/settings.ts";
import type { ReconciliationTimes } from "./accounts.ts";
import { reconciliationLimits } from "./limits.ts";
import type { ReconciliationTerms } from "./run-reconciliation.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const reconciliationSettings = {
  STATEMENT_EVERY_MS: wholeSetting(100, 7 * dayMs).default(hourMs),
  /** What is younger is not judged. */
  STATEMENT_GRACE_MS: wholeSetting(0, 7 * dayMs).default(hourMs / 4),
  /** Once a day so much is read and compared again. */
  STATEMENT_RECHECK_MS: wholeSetting(hourMs, 31 * dayMs).default(3 * dayMs),
  STATEMENT_KEPT_MS: wholeSetting(31 * dayMs, 3_660 * dayMs).default(92 * dayMs),
};

interface ReconciliationEnvironment {
  readonly STATEMENT_EVERY_MS: number;
  readonly STATEMENT_GRACE_MS: number;
  readonly STATEMENT_RECHECK_MS: number;
  readonly STATEMENT_KEPT_MS: number;
}

export interface ReconciliationConfig {
  readonly terms: ReconciliationTerms;
  readonly times: ReconciliationTimes;
  /** Between two looks whether somebody asks for a comparison. */
  readonly pollMs: number;
}

export function reconciliationConfig(env: ReconciliationEnvironment): ReconciliationConfig {
  return {
    terms: {
      graceMs: env.STATEMENT_GRACE_MS,
      recheckMs: env.STATEMENT_RECHECK_MS,
      keptMs: env.STATEMENT_KEPT_MS,
    },
    times: { everyMs: env.STATEMENT_EVERY_MS, recheckEveryMs: dayMs },
    pollMs: reconciliationLimits.pollMs,
  };
}
