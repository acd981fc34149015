import { z } from "zod";

/** A span as the page shows it; moments in microseconds since 1970. */
export interface TraceSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly service: string;
  readonly name: string;
  readonly startUs: number;
  readonly endUs: number;
  readonly isError: boolean;
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
});
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([]);
const Nanoseconds = z.string().regex(/^\d{1,20}$/);
const errorStatus = 2;

const OtlpSpan = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: Nanoseconds,
  endTimeUnixNano: Nanoseconds,
  attributes: Attributes,
  status: z.object({ code: z.number().optional() }).optional(),
});

const ExportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }).optional(),
      scopeSpans: z.array(z.object({ spans: z.array(OtlpSpan) })),
    }),
  ),
});

/** The spans of one export; `undefined` for what is none. Source: OTLP 1.10, JSON encoding of `ExportTraceServiceRequest`. */
export function readOtlpSpans(body: unknown): readonly TraceSpan[] | undefined {
  const read = ExportRequest.safeParse(body);
  if (!read.success) return undefined;
  return read.data.resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const about = new Map(textsOf(resource?.attributes ?? []));
    const service = about.get("service.name") ?? "unknown";
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => spanOf(span, service)));
  });
}

function spanOf(span: z.output<typeof OtlpSpan>, service: string): TraceSpan {
  const { traceId, spanId, parentSpanId = "", name, attributes, status } = span;
  return {
    traceId,
    spanId,
    parentId: parentSpanId === "" ? undefined : parentSpanId,
    service,
    name,
    startUs: microseconds(span.startTimeUnixNano),
    endUs: microseconds(span.endTimeUnixNano),
    isError: status?.code === errorStatus,
    attributes: textsOf(attributes),
  };
}

function textsOf(attributes: z.output<typeof Attributes>) {
  return attributes.map(({ key, value }) => {
    const { stringValue, intValue, doubleValue, boolValue } = value;
    return [key, String(stringValue ?? intValue ?? doubleValue ?? boolValue ?? "")] as const;
  });
}

function microseconds(nanoseconds: string): number {
  return Number(BigInt(nanoseconds) / 1_000n);
}
