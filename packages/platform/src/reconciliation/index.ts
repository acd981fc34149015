export { type ComparisonRequest, requestComparison, retireAccount } from "./accounts.ts";
export { type BookedQueries, bookedBy, bookedSql } from "./compare-period.ts";
export { createReconciliation, type ReconciliationOptions } from "./create-reconciliation.ts";
export { DifferenceEvent, publishDifference } from "./difference-events.ts";
export { statementVerdictsPart } from "./follow-verdicts.ts";
export { ofBalance } from "./found-of.ts";
export { reconciliationLimits } from "./limits.ts";
export {
  type DecidedDifference,
  type OpenDifference,
  type ReconciledState,
  readReconciliation,
} from "./read-reconciliation.ts";
export { reconciliationOf } from "./reconciliation-of.ts";
export {
  type ReconciliationConfig,
  reconciliationConfig,
  reconciliationSettings,
  statementRetention,
} from "./reconciliation-settings.ts";
export { type ReconciledAccount, type RunResult, runReconciliation } from "./run-reconciliation.ts";
export type { StatementSource } from "./stage-statement.ts";
export { type StatedByStatus, statementByStatus, unsettledAs } from "./statement-by-status.ts";
export { ownAccounts, reconciliationTables } from "./tables.ts";
