import {
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import {
  ATTR_ERROR_TYPE,
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_NAMESPACE,
} from "@opentelemetry/semantic-conventions";
import { newId } from "@sanu/kernel";
import { traceLimits } from "./limits.ts";
import { type ExportReporting, reportedExporter } from "./reported-exporter.ts";
import { allowedAttributes } from "./span-attributes.ts";
import { type TraceContext, writeTraceparent } from "./trace-context.ts";
import type { Span, SpanStart } from "./tracer.ts";

/** Makes spans and sends them; who begins one has decided that it is wanted. */
export interface SdkSpans {
  readonly start: (parent: TraceContext | undefined, start: SpanStart) => Span;
  readonly stop: () => Promise<void>;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** OpenTelemetry's own SDK, which is loaded only where there is a collector. */
export function openSdk({
  service,
  endpoint,
  ...reporting
}: ExportReporting & { readonly service: string; readonly endpoint: string }): SdkSpans {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    timeoutMillis: traceLimits.exportTimeoutMs,
  });
  const batches = new BatchSpanProcessor({
    exporter: reportedExporter(exporter, reporting),
    maxQueueSize: traceLimits.queueSpansMax,
    maxExportBatchSize: traceLimits.batchSpansMax,
    scheduledDelayMillis: traceLimits.exportEveryMs,
    exportTimeoutMillis: traceLimits.exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAME]: service,
      [ATTR_SERVICE_NAMESPACE]: "sanu",
      [ATTR_SERVICE_INSTANCE_ID]: newId(),
    }),
    // Whether there is a span at all is decided before the SDK hears of it.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [batches],
  });
  const sdk = provider.getTracer("sanu");
  const start: SdkSpans["start"] = (parent, { name, kind, attributes }) => {
    const below =
      parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(parent));
    const about = { kind: kinds[kind], attributes: allowedAttributes(attributes) };
    reporting.metrics.traces.count("started", 1);
    return spanOf(sdk.startSpan(name, about, below));
  };
  return { start, stop: () => provider.shutdown() };
}

function spanOf(span: SdkSpan): Span {
  const { traceId, spanId } = span.spanContext();
  return {
    traceparent: writeTraceparent({ traceId, spanId, isSampled: true }),
    end({ attributes, error } = {}) {
      if (attributes !== undefined) span.setAttributes(allowedAttributes(attributes));
      if (error !== undefined) {
        span.setAttributes(allowedAttributes({ [ATTR_ERROR_TYPE]: error }));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

function remote({ traceId, spanId }: TraceContext) {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}
