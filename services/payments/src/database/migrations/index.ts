import { createAttemptTables, createPlatformTables, type Migrations } from "@sanu/platform";
import { createPaymentTables } from "./2026-11-21-create-payment-tables.ts";

/** The migrations of the payments database, in the order of their names. */
export const migrations: Migrations = {
  "2026-11-21-create-platform-tables": createPlatformTables,
  "2026-11-21-create-platform-tables-of-attempts": createAttemptTables,
  "2026-11-21-create-payment-tables": createPaymentTables,
};
