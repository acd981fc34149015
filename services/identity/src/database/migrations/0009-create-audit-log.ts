// What the staff did and saw is written down where nobody changes it unseen.
export { auditLogMigration as createAuditLog } from "@sanu/platform";
