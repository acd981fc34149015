import { Counter, Gauge } from "prom-client";
import type { SeriesRegistry } from "./expose.ts";

const labelNames = ["loop"];

export interface LoopSeries {
  readonly countRun: (elapsedMs: number) => void;
  readonly countFailure: (elapsedMs: number) => void;
}

export interface LoopMetrics {
  readonly of: (loop: string) => LoopSeries;
}

export function loopMetrics(registry: SeriesRegistry): LoopMetrics {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const runs = counter("sanu_loop_runs_total", "Runs of a loop, those that failed among them.");
  const failures = counter("sanu_loop_failures_total", "Runs of a loop that failed.");
  const busy = counter("sanu_loop_busy_seconds_total", "Time for which a loop was running.");
  const lastSuccess = new Gauge({
    name: "sanu_loop_last_success_timestamp_seconds",
    help: "When a loop last ran without failing, in seconds since 1970.",
    labelNames,
    registers: [registry],
  });
  return {
    of(loop) {
      const series = {
        runs: runs.labels(loop),
        failures: failures.labels(loop),
        busy: busy.labels(loop),
        lastSuccess: lastSuccess.labels(loop),
      };
      const count = (elapsedMs: number): void => {
        series.runs.inc();
        series.busy.inc(elapsedMs / 1_000);
      };
      return {
        countRun(elapsedMs) {
          count(elapsedMs);
          series.lastSuccess.set(Date.now() / 1_000);
        },
        countFailure(elapsedMs) {
          count(elapsedMs);
          series.failures.inc();
        },
      };
    },
  };
}
