import { createLoop, type Database, type Logger, type Metrics } from "@sanu/platform";
import { decideBreaker, probesOf } from "./circuit-breaker.ts";
import { watchTreasury } from "./treasury-metrics.ts";
import { type FloatRow, listFloats, updateBreaker } from "./treasury-statements.ts";
import { type JudgedFloat, judgementOf, type TreasuryTerms } from "./treasury-terms.ts";

const treasuryLimits = {
  /** A replica reads the floats so often: for metrics and breakers, never for orders. */
  readMs: 1_000,
  /** What it grows to while nobody orders and nothing is paid out. */
  quietReadMs: 5_000,
} as const;

interface TreasuryDeps {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "loops" | "watchEach">;
}

/** What is known of all floats, and what pauses a rail whose payouts fail. */
export interface Treasury {
  /** Somebody orders, or a payout ends. */
  readonly expectChange: () => void;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export function createTreasury(terms: TreasuryTerms, deps: TreasuryDeps): Treasury {
  const { database, logger, metrics } = deps;
  let floats: readonly JudgedFloat[] = [];
  const loop = createLoop({
    name: "treasury",
    idleMs: treasuryLimits.readMs,
    quietIdleMs: treasuryLimits.quietReadMs,
    logger,
    metrics,
    async work() {
      const rows = await database.query<FloatRow>(listFloats);
      floats = rows.map((row) => ({ ...row, judgement: judgementOf(row, terms) }));
      for (const row of floats) await turnBreaker(terms, deps, row);
    },
  });
  watchTreasury(metrics, terms.targets, () => floats);
  return {
    expectChange: loop.expectWork,
    async start() {
      loop.start();
      await loop.whenIdle();
    },
    stop: loop.stop,
  };
}

async function turnBreaker(
  { breaker: terms }: TreasuryTerms,
  { database, logger }: TreasuryDeps,
  row: FloatRow,
): Promise<void> {
  const present = {
    state: row.breaker,
    sinceMs: -row.breaker_age_ms,
    pauseMs: Number(row.breaker_pause_ms),
  };
  const outcomes = { settled: Number(row.settled), failed: Number(row.failed) };
  const next = decideBreaker(present, outcomes, { nowMs: 0, terms });
  if (next === undefined) return;
  if (next.state !== present.state) {
    const { float_id: float } = row;
    logger.warn({ float, from: present.state, to: next.state, ...outcomes }, "a breaker turns");
  }
  await database.query(updateBreaker(row, next, probesOf(next, row.probes_paid, terms)));
}
