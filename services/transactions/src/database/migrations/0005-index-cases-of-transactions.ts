// The cases of one transaction, and whether it has one.
import type { Migration } from "@sanu/platform";

export const indexCasesOfTransactions: Migration = {
  kind: "index",
  name: "cases_of_transaction",
  on: "cases (transaction_id) where transaction_id is not null",
};
