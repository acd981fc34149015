import { listTablesThere } from "../database/list-tables-there.ts";
import type { Database } from "../database/open-database.ts";
import type { Part } from "../lifecycle/lifecycle.ts";
import type { Logger } from "../logger/create-logger.ts";
import { createLoop, type Loop } from "../loop/create-loop.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { measureOpenWork, type WatchRule } from "./watch-rule.ts";

const watchdogTimings = { everyMs: 15_000 } as const;

interface WatchdogOptions {
  readonly rules: readonly WatchRule[];
  readonly database: Pick<Database, "query">;
  readonly logger: Pick<Logger, "warn" | "info">;
  readonly metrics: Pick<Metrics, "loops" | "openWork">;
}

/**
 * Finds whatever is open for longer than its kind may be, and says so by metric and log. It mends nothing: who mends has rules
 * of its own, and this is what sees that they failed.
 */
export function createWatchdog(options: WatchdogOptions): Loop {
  const { logger, metrics } = options;
  const overdueBefore = new Map<string, number>();
  return createLoop({
    name: "watchdog",
    work: () => lookAtAll(options, overdueBefore),
    idleMs: watchdogTimings.everyMs,
    logger,
    metrics,
  });
}

/** The watchdog as a part of a service's life. */
export function watchdogPart(
  { database, logger, metrics }: Omit<WatchdogOptions, "rules">,
  rules: readonly WatchRule[],
): Part {
  const { start, stop } = createWatchdog({ database, logger, metrics, rules });
  return { name: "watchdog", start, stop };
}

/** A rule that fails hides no other one, and its series keep what they last said; the run counts as failed. */
async function lookAtAll(
  { rules, database, logger, metrics }: WatchdogOptions,
  overdueBefore: Map<string, number>,
): Promise<void> {
  const failures: unknown[] = [];
  const needed = rules.flatMap(({ needs = [] }) => needs);
  const there = needed.length > 0 ? await listTablesThere(database, needed) : new Set();
  for (const rule of rules.filter(({ needs }) => needs === undefined || there.has(needs))) {
    try {
      const rows = await measureOpenWork(database, rule);
      metrics.openWork.set(rule.what, rows);
      const overdue = rows.reduce((sum, row) => sum + row.overdue, 0);
      const before = overdueBefore.get(rule.what) ?? 0;
      overdueBefore.set(rule.what, overdue);
      if (overdue <= before) continue;
      const { what, allowedMs } = rule;
      logger.warn({ what, overdue, allowedMs }, "open for longer than it may be");
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
