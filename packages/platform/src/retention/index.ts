export { createRetention } from "./create-retention.ts";
export { deleteExpired, type RetentionRule } from "./retention-rule.ts";
