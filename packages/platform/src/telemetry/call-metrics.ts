import { Histogram } from "prom-client";
import { readTraceparent } from "../tracing/trace-context.ts";
import type { SeriesRegistry } from "./expose.ts";

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function durations<Label extends string>(
  registry: SeriesRegistry,
  definition: { name: string; help: string; labelNames: readonly Label[] },
) {
  const { name, help, labelNames } = definition;
  const series = new Histogram<string>({
    name,
    help,
    labelNames: [...labelNames],
    buckets,
    enableExemplars: true,
    registers: [registry],
  });
  return {
    /** A sampled trace is shown as an example of its bucket. */
    observe: (
      labels: Readonly<Record<Label, string>>,
      elapsedMs: number,
      traceparent?: string,
    ): void => {
      const exemplarLabels = exemplarOf(traceparent);
      series.observe({ labels, value: elapsedMs / 1_000, exemplarLabels });
    },
  };
}

const noExemplar = {};

function exemplarOf(traceparent: string | undefined): Record<string, string> {
  const context = readTraceparent(traceparent);
  if (context?.isSampled !== true) return noExemplar;
  return { trace_id: context.traceId, span_id: context.spanId };
}

/** HTTP requests by route pattern (never by URL: ids would make series without end) and status. */
export function requestMetrics(registry: SeriesRegistry) {
  return durations(registry, {
    name: "sanu_http_request_seconds",
    help: "HTTP requests, by method, route and status.",
    labelNames: ["method", "route", "status"],
  });
}

/** Requests between services, on both sides; outcome is `replied`, `unavailable` or a refusal's code. */
export function serviceRequestMetrics(registry: SeriesRegistry) {
  return durations(registry, {
    name: "sanu_service_request_seconds",
    help: "Requests to a service over NATS, by side (client or server), subject and outcome.",
    labelNames: ["side", "request", "outcome"],
  });
}

/** Calls to a provider, a node, a mail server; outcome is `accepted`, `rejected` or `unknown`. */
export function outsideCallMetrics(registry: SeriesRegistry) {
  return durations(registry, {
    name: "sanu_outside_call_seconds",
    help: "Calls to the outside world, by target, operation and outcome.",
    labelNames: ["target", "operation", "outcome"],
  });
}
