import {
  createAttemptTables,
  createPlatformTables,
  indexPrivateEvents,
  type Migrations,
} from "@sanu/platform";
import { createPaymentTables } from "./2026-11-21-create-payment-tables.ts";
import { createErasedAccounts } from "./2026-11-26-create-erased-accounts.ts";
import { createRefundedReceipts } from "./2026-11-27-create-refunded-receipts.ts";
import { keepInvoices } from "./2026-11-27-keep-invoices.ts";

/** The migrations of the payments database, in the order of their names. */
export const migrations: Migrations = {
  "2026-11-21-create-platform-tables": createPlatformTables,
  "2026-11-21-create-platform-tables-of-attempts": createAttemptTables,
  "2026-11-21-create-payment-tables": createPaymentTables,
  "2026-11-26-create-erased-accounts": createErasedAccounts,
  "2026-11-26-index-private-events": indexPrivateEvents,
  "2026-11-27-create-refunded-receipts": createRefundedReceipts,
  "2026-11-27-keep-invoices": keepInvoices,
};
