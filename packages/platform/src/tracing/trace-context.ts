/** The W3C trace context of one request, as its `traceparent` says it. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

const shape = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const sampledFlag = 1;

/** `undefined` for what is no traceparent. Source: W3C Trace Context, section 3.2. */
export function readTraceparent(text: string | null | undefined): TraceContext | undefined {
  if (text === null || text === undefined) return undefined;
  const [, traceId = "", spanId = "", flags = ""] = shape.exec(text) ?? [];
  if (isNothing(traceId) || isNothing(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledFlag) === sampledFlag };
}

/** The header of W3C Trace Context, version 00. */
export function writeTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

/** `undefined` where there is no header, or one that nobody can read. */
export function traceIdOf(traceparent: string | null | undefined): string | undefined {
  return readTraceparent(traceparent)?.traceId;
}

/** The specification takes neither nothing nor zeros for an id. */
function isNothing(id: string): boolean {
  return !/[1-9a-f]/.test(id);
}
