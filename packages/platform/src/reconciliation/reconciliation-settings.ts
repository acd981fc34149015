import { wholeSetting } from "../config/settings.ts";
import type { RetentionRule } from "../retention/retention-rule.ts";
import type { ReconciliationTimes } from "./accounts.ts";
import type { ReconciliationTerms } from "./run-reconciliation.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const reconciliationSettings = {
  STATEMENT_EVERY_MS: wholeSetting(100, 7 * dayMs).default(hourMs),
  /** Between two looks whether a comparison is due, or asked for. */
  STATEMENT_POLL_MS: wholeSetting(10, 60_000).default(1_000),
  /** What is younger is not judged. */
  STATEMENT_GRACE_MS: wholeSetting(0, 7 * dayMs).default(hourMs / 4),
  /** Once a day so much is read and compared again. */
  STATEMENT_RECHECK_MS: wholeSetting(hourMs, 31 * dayMs).default(3 * dayMs),
  STATEMENT_KEPT_MS: wholeSetting(31 * dayMs, 3_660 * dayMs).default(92 * dayMs),
};

interface ReconciliationEnvironment {
  readonly STATEMENT_EVERY_MS: number;
  readonly STATEMENT_POLL_MS: number;
  readonly STATEMENT_GRACE_MS: number;
  readonly STATEMENT_RECHECK_MS: number;
  readonly STATEMENT_KEPT_MS: number;
}

export interface ReconciliationConfig {
  readonly terms: ReconciliationTerms;
  readonly times: ReconciliationTimes;
  readonly pollMs: number;
  readonly linesKeptMs: number;
}

export function reconciliationConfig(env: ReconciliationEnvironment): ReconciliationConfig {
  return {
    terms: {
      graceMs: env.STATEMENT_GRACE_MS,
      recheckMs: env.STATEMENT_RECHECK_MS,
    },
    times: { everyMs: env.STATEMENT_EVERY_MS, recheckEveryMs: dayMs },
    pollMs: env.STATEMENT_POLL_MS,
    linesKeptMs: env.STATEMENT_KEPT_MS,
  };
}

const retentionRowsMax = 5_000;

export function statementRetention({
  linesKeptMs,
}: Pick<ReconciliationConfig, "linesKeptMs">): RetentionRule {
  return {
    table: "statement_lines",
    key: "ctid",
    since: "at",
    // The index of moments begins with the account, and these are few.
    only: "account in (select account from statement_accounts)",
    keptMs: linesKeptMs,
    batchRowsMax: retentionRowsMax,
  };
}
