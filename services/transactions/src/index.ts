export { compose, type TransactionsOverrides } from "./compose.ts";
export { readTransactionsConfig, TransactionsConfig } from "./config.ts";
export { migrations } from "./database/migrations/index.ts";
export { projections } from "./projections/projections.ts";
export { publish } from "./publish.ts";
export { TransactionEvent } from "./transaction/events.ts";
