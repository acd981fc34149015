import { randomBytes } from "node:crypto";
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
import { readTraceparent, type TraceContext, writeTraceparent } from "./trace-context.ts";
import { noTracer, type Span, type SpanStart, type Tracer } from "./tracer.ts";

export interface TracerOptions extends ExportReporting {
  readonly service: string;
  /** Of a collector that speaks OTLP over HTTP; without one there are no traces. */
  readonly endpoint: string | undefined;
  /** Of the requests that begin here, which part is sampled. */
  readonly share?: number;
}

/** Spans go to the collector in the background; one that is away costs memory for `queueSpansMax` of them. */
export function createTracer(options: TracerOptions): Tracer {
  const { endpoint, share = 0 } = options;
  if (endpoint === undefined) return noTracer;
  const { provider, startSpan } = openProvider({ ...options, endpoint });
  return {
    begin(given, start) {
      const parent = readTraceparent(given);
      if (Math.random() < share) {
        const span = startSpan(parent, start());
        return { traceparent: span.traceparent, span };
      }
      const unsampled = parent ?? { traceId: randomHex(16), spanId: randomHex(8) };
      return { traceparent: writeTraceparent({ ...unsampled, isSampled: false }), span: undefined };
    },
    open(traceparent, start) {
      const parent = readTraceparent(traceparent);
      return parent?.isSampled === true ? startSpan(parent, start()) : undefined;
    },
    async stop() {
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, traceLimits.stopTimeoutMs);
      const stopped = provider.shutdown().catch(() => undefined);
      await Promise.race([stopped, timer.promise]);
      clearTimeout(timeout);
    },
  };
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

function openProvider({
  service,
  endpoint,
  ...reporting
}: ExportReporting & { readonly service: string; readonly endpoint: string }) {
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
  const startSpan = (parent: TraceContext | undefined, start: SpanStart): Span => {
    const { name, kind, attributes } = start;
    const below =
      parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(parent));
    const about = { kind: kinds[kind], attributes: allowedAttributes(attributes) };
    reporting.metrics.traces.count("started", 1);
    return spanOf(sdk.startSpan(name, about, below));
  };
  return { provider, startSpan };
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

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
