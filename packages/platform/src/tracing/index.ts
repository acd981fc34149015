export { readTrace } from "./read-trace.ts";
export { traceAnswerers } from "./trace-answerers.ts";
