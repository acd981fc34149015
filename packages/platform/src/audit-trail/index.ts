export { auditTrailHandlers } from "./audit-trail-handlers.ts";
export { readAuditTrail } from "./read-audit-trail.ts";
export { type MovementTrail, readMovements } from "./read-movements.ts";
export { type StoryParts, tellStory } from "./tell-story.ts";
