import type { TraceSpan } from "./otlp-spans.ts";

/** A span in its place: behind its parent, and how deep below the first. */
export interface PlacedSpan {
  readonly span: TraceSpan;
  readonly depth: number;
}

/** Each span behind the one that led to it, and those of one parent by time; a span whose parent is not there begins anew. */
export function placeSpans(spans: readonly TraceSpan[]): readonly PlacedSpan[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const below = new Map<string, TraceSpan[]>();
  for (const span of spans.toSorted((one, other) => one.startUs - other.startUs)) {
    const { parentId } = span;
    const place = parentId !== undefined && known.has(parentId) ? parentId : "";
    below.set(place, [...(below.get(place) ?? []), span]);
  }
  const placed: PlacedSpan[] = [];
  const seen = new Set<string>();
  const waiting = (below.get("") ?? []).toReversed().map((span) => ({ span, depth: 0 }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { span, depth } = next;
    if (seen.has(span.spanId)) continue;
    seen.add(span.spanId);
    placed.push(next);
    const children = (below.get(span.spanId) ?? []).toReversed();
    waiting.push(...children.map((child) => ({ span: child, depth: depth + 1 })));
  }
  return placed;
}

/** From the first start to the last end. */
export function extentOf(spans: readonly TraceSpan[]): { startUs: number; lengthUs: number } {
  const startUs = Math.min(...spans.map((span) => span.startUs));
  const endUs = Math.max(...spans.map((span) => span.endUs));
  return { startUs, lengthUs: Math.max(endUs - startUs, 1) };
}
