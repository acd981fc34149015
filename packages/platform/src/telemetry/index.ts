export { measuredCalls } from "./measured-calls.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
