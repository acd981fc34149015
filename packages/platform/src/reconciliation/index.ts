export { type ComparisonRequest, requestComparison } from "./accounts.ts";
export type { BookedQueries } from "./compare-period.ts";
export { createReconciliation, type ReconciliationOptions } from "./create-reconciliation.ts";
export {
  type OpenDifference,
  type ReconciledState,
  readReconciliation,
} from "./read-reconciliation.ts";
export {
  type ReconciliationConfig,
  reconciliationConfig,
  reconciliationSettings,
} from "./reconciliation-settings.ts";
export type { ReconciledAccount } from "./run-reconciliation.ts";
export { reconciliationTables } from "./tables.ts";
