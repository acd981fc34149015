export {
  type AuditedAct,
  type AuditLog,
  audited,
  createAuditLog,
  shellAct,
  shellOperator,
} from "./audit-log.ts";
export type { AuditHead, AuditRow } from "./chain.ts";
export { idsIn } from "./ids-in.ts";
export { auditGuardMigration, auditLogMigration } from "./migration.ts";
export {
  readAuditHead,
  readAuditLog,
  type VerifiedChain,
  verifyAuditLog,
} from "./read-audit-log.ts";
