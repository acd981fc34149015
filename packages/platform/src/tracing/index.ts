export { createTracer, type TracerOptions } from "./create-tracer.ts";
export { inSpan } from "./in-span.ts";
export { readTraceparent, traceIdOf, writeTraceparent } from "./trace-context.ts";
export { noTracer, type Span, type Tracer } from "./tracer.ts";
