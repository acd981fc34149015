export { readLedgerComparisons } from "./comparison/read-comparisons.ts";
export { compose, type TransactionsOverrides } from "./compose.ts";
export { type CaseAnswer, type ComposedCases, composeCases } from "./compose-cases.ts";
export { readTransactionsConfig, TransactionsConfig } from "./config.ts";
export { migrations } from "./database/migrations/index.ts";
export {
  listDue as listDueOrders,
  listEnded as listEndedOfOrders,
} from "./occurrences/trigger-statements.ts";
export { erasurePlan } from "./personal-data/erasure-plan.ts";
export { bookAccounts } from "./projections/books/accounts.ts";
export { type CurrencyBalances, readBooks } from "./projections/books/query.ts";
export { casesProjectionSet } from "./projections/cases/projection.ts";
export { findTransaction } from "./projections/detail/query.ts";
export { readCursor } from "./projections/list/cursor.ts";
export { readListPage } from "./projections/list/query.ts";
export { findByReference } from "./projections/monitoring/find-by-reference.ts";
export { readTransactionTrail } from "./projections/monitoring/read-transaction-trail.ts";
export { projectionSet, projections } from "./projections/projections.ts";
export { standingOrdersProjectionSet } from "./projections/standing-orders/projection.ts";
export type { TransactionsTables } from "./projections/tables.ts";
export { publish } from "./publish.ts";
export { TransactionEvent } from "./transaction/events.ts";
