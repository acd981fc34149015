import type { Clock } from "@sanu/kernel";
import { listTablesThere } from "../database/list-tables-there.ts";
import type { Database } from "../database/open-database.ts";
import type { Part } from "../lifecycle/lifecycle.ts";
import type { Logger } from "../logger/create-logger.ts";
import { createLoop, type Loop } from "../loop/create-loop.ts";
import type { NextRun } from "../loop/next-run.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { deleteExpired, type RetentionRule } from "./retention-rule.ts";

const retentionTimings = { everyMs: 60_000 } as const;

export interface RetentionOptions {
  readonly rules: readonly RetentionRule[];
  readonly database: Pick<Database, "query">;
  /** The one that wrote the moments; the database's own where undefined. */
  readonly clock?: Clock;
  readonly logger: Pick<Logger, "warn" | "info">;
  readonly metrics: Pick<Metrics, "loops" | "retention">;
}

/** Deletes in batches what is older than its rule keeps it, rule by rule. */
export function createRetention(options: RetentionOptions): Loop {
  const { logger, metrics } = options;
  return createLoop({
    name: "retention",
    work: () => carryOutRules(options),
    idleMs: retentionTimings.everyMs,
    logger,
    metrics,
  });
}

/** Retention as a part of a service's life. */
export function retentionPart(
  { database, clock, logger, metrics }: Omit<RetentionOptions, "rules">,
  rules: readonly RetentionRule[],
): Part {
  const options = { database, logger, metrics, rules, ...(clock !== undefined && { clock }) };
  const { start, stop } = createRetention(options);
  return { name: "retention", start, stop };
}

/** One batch of every rule whose table is migrated already. A rule that fails stops no other one; the run counts as failed behind the last. */
async function carryOutRules(options: RetentionOptions): Promise<NextRun> {
  const { rules, database, clock, metrics } = options;
  const failures: unknown[] = [];
  let next: NextRun = "idle";
  const there = await listTablesThere(
    database,
    rules.map(({ table }) => table),
  );
  for (const rule of rules.filter(({ table }) => there.has(table))) {
    try {
      const rows = await deleteExpired(database, rule, clock?.now());
      metrics.retention.countDeleted(rule.table, rows);
      if (rows >= rule.batchRowsMax) next = "at-once";
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return next;
}
