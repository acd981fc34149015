export { measuredCalls } from "./measured-calls.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
export {
  createSecurityTrail,
  identitySecurityEvents,
  type SecurityEventName,
  type SecurityTrail,
  securityEvents,
} from "./security-trail.ts";
