export { type AuditedAct, type AuditLog, audited, createAuditLog } from "./audit-log.ts";
export type { AuditHead, AuditRow } from "./chain.ts";
export { auditLogMigration } from "./migration.ts";
export {
  readAuditHead,
  readAuditLog,
  type VerifiedChain,
  verifyAuditLog,
} from "./read-audit-log.ts";
