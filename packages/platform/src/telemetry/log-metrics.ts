import { Counter } from "prom-client";
import type { SeriesRegistry } from "./expose.ts";

/** An alarm that nobody thought of begins as lines of the log. */
export function logMetrics(registry: SeriesRegistry) {
  const lines = new Counter({
    name: "sanu_log_lines_total",
    help: "Lines for the log, by level; those that were left out because they repeat are among them.",
    labelNames: ["level"],
    registers: [registry],
  });
  return { countLine: (level: string) => lines.inc({ level }) };
}
