import type { Logger } from "../logger/create-logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";

export interface ReportOptions {
  readonly name: string;
  readonly logger?: Pick<Logger, "warn" | "info"> | undefined;
  readonly metrics?: Pick<Metrics, "loops"> | undefined;
}

interface Failure {
  readonly error: unknown;
  /** In a row. */
  readonly failures: number;
  readonly notBeforeMs: number;
}

/** Of failures in a row the log has the first, second, fourth, eighth …, and each with a new reason. */
export function reportRuns({ name, logger, metrics }: ReportOptions) {
  const series = metrics?.loops.of(name);
  let lastReason = "";
  return {
    succeeded(elapsedMs: number, failuresBefore: number): void {
      series?.countRun(elapsedMs);
      if (failuresBefore === 0) return;
      logger?.info({ loop: name, failures: failuresBefore }, "a loop works again");
    },
    failed(elapsedMs: number, { error, failures, notBeforeMs }: Failure): void {
      series?.countFailure(elapsedMs);
      const reason = String(error);
      if (reason === lastReason && !Number.isInteger(Math.log2(failures))) return;
      lastReason = reason;
      const about = { error, loop: name, failures, againInMs: notBeforeMs };
      logger?.warn(about, "a loop failed and tries again");
    },
  };
}
