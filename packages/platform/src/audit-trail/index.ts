export { auditTrailHandlers } from "./audit-trail-handlers.ts";
export { mergeStory, type StoryParts } from "./merge-story.ts";
export { readAuditTrail } from "./read-audit-trail.ts";
export { type MovementTrail, readMovements } from "./read-movements.ts";
