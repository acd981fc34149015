import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "../logger/create-logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";

export interface ExportReporting {
  readonly logger: Pick<Logger, "info" | "warn">;
  readonly metrics: Pick<Metrics, "traces">;
}

/** Says once that the collector takes nothing, and once that it does again. */
export function reportedExporter(
  exporter: SpanExporter,
  { logger, metrics }: ExportReporting,
): SpanExporter {
  let isTaking = true;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isTaken = result.error === undefined;
        metrics.traces.count(isTaken ? "exported" : "refused", spans.length);
        if (isTaken !== isTaking) {
          if (isTaken) logger.info("the collector takes traces again");
          else logger.warn("the collector takes no traces; they are dropped until it does");
        }
        isTaking = isTaken;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
