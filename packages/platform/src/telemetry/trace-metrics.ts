import { Counter } from "prom-client";
import type { SeriesRegistry } from "./expose.ts";

/** What was started and is neither exported nor refused is still under way, waits, or was dropped because too much waits. */
export function traceMetrics(registry: SeriesRegistry) {
  const spans = new Counter({
    name: "sanu_trace_spans_total",
    help: "Spans of sampled traces, by outcome: started, exported, refused by the collector.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  return {
    count: (outcome: "started" | "exported" | "refused", count: number) =>
      spans.inc({ outcome }, count),
  };
}
