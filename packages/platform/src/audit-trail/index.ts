export { auditTrailHandlers } from "./audit-trail-handlers.ts";
export { readAuditTrail } from "./read-audit-trail.ts";
