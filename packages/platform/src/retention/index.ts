export { createRetention, retentionPart } from "./create-retention.ts";
export { deleteExpired, type RetentionRule } from "./retention-rule.ts";
