import type { Database } from "../database/open-database.ts";
import type { Logger } from "../logger/create-logger.ts";
import { createLoop, type Loop } from "../loop/create-loop.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { readAuditHead } from "./read-audit-log.ts";

const headLimits = { publishMs: 3_600_000 } as const;

/** Says outside of the database where the chain ends, after each entry and each hour: what is cut off later is missed. */
export function publishHead(deps: {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Metrics;
}): Loop {
  const { database, logger, metrics } = deps;
  // No number before the first is read: a start is no loss.
  let entries = Number.NaN;
  metrics.watch(
    "sanu_audit_log_entries",
    "Entries of the audit log; it only grows.",
    () => entries,
  );
  return createLoop({
    name: "audit-head",
    idleMs: headLimits.publishMs,
    async work() {
      const head = await readAuditHead(database);
      if (head === undefined) return;
      entries = Number(head.position);
      logger.info({ auditHead: { position: entries, hash: head.hash } }, "head of the audit log");
    },
    logger,
    metrics,
  });
}
