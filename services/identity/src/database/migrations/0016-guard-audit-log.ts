// No truncation empties the audit log, and its head neither goes back nor away.
export { auditGuardMigration as guardAuditLog } from "@sanu/platform";
