import type { TraceSpan } from "./otlp-spans.ts";
import { viewLimits } from "./view-limits.ts";

export interface StoredTrace {
  readonly traceId: string;
  readonly spans: readonly TraceSpan[];
  /** How many came and were not kept. */
  readonly leftOut: number;
}

export interface TraceStore {
  readonly add: (spans: readonly TraceSpan[]) => void;
  readonly find: (traceId: string) => StoredTrace | undefined;
  /** The newest first. */
  readonly list: () => readonly StoredTrace[];
}

/** In memory, and bounded: the oldest trace makes room. */
export function createTraceStore(
  limits: { readonly tracesMax: number; readonly spansMax: number } = viewLimits,
): TraceStore {
  const traces = new Map<string, { traceId: string; spans: TraceSpan[]; leftOut: number }>();
  const traceOf = (traceId: string) => {
    const known = traces.get(traceId);
    if (known !== undefined) return known;
    const [oldest] = traces.keys();
    if (oldest !== undefined && traces.size >= limits.tracesMax) traces.delete(oldest);
    const made = { traceId, spans: [], leftOut: 0 };
    traces.set(traceId, made);
    return made;
  };
  return {
    add(spans) {
      for (const span of spans) {
        const trace = traceOf(span.traceId);
        if (trace.spans.length < limits.spansMax) trace.spans.push(span);
        else trace.leftOut += 1;
      }
    },
    find: (traceId) => traces.get(traceId),
    list: () => [...traces.values()].toReversed(),
  };
}
