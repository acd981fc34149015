import { createPlatformTables, type Migrations } from "@sanu/platform";
import { createTransactionTables } from "./2026-11-21-create-transaction-tables.ts";

/** The migrations of the transactions database, in the order of their names. */
export const migrations: Migrations = {
  "2026-11-21-create-platform-tables": createPlatformTables,
  "2026-11-21-create-transaction-tables": createTransactionTables,
};
