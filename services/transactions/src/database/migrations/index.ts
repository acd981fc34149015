import {
  createPlatformTables,
  hashClientKeys,
  indexPrivateEvents,
  type Migrations,
} from "@sanu/platform";
import { createTransactionTables } from "./2026-11-21-create-transaction-tables.ts";
import { createTierTables } from "./2026-11-25-create-tier-tables.ts";
import { closeAccounts } from "./2026-11-26-close-accounts.ts";
import { createRateTables } from "./2026-11-26-create-rate-tables.ts";
import { createResume } from "./2026-11-26-create-resume.ts";
import { createQuoteTables } from "./2026-11-27-create-quote-tables.ts";
import { keepInvoicesAndReturns } from "./2026-11-27-keep-invoices-and-returns.ts";
import { createBooks } from "./2026-11-28-create-books.ts";
import { createNumberPrompts } from "./2026-11-28-create-number-prompts.ts";
import { createMonitoringTable } from "./2026-11-29-create-monitoring-table.ts";
import { createWallet } from "./2026-11-30-create-wallet.ts";
import { emptyKeysOfTheErased } from "./2026-12-02-empty-keys-of-the-erased.ts";
import { refuseQuotesOfTheClosed } from "./2026-12-03-refuse-quotes-of-the-closed.ts";

/** The migrations of the transactions database, in the order of their names. */
export const migrations: Migrations = {
  "2026-11-21-create-platform-tables": createPlatformTables,
  "2026-11-21-create-transaction-tables": createTransactionTables,
  "2026-11-25-create-tier-tables": createTierTables,
  "2026-11-26-close-accounts": closeAccounts,
  "2026-11-26-create-resume": createResume,
  "2026-11-26-index-private-events": indexPrivateEvents,
  "2026-11-26-create-rate-tables": createRateTables,
  "2026-11-27-create-quote-tables": createQuoteTables,
  "2026-11-27-keep-invoices-and-returns": keepInvoicesAndReturns,
  "2026-11-28-create-number-prompts": createNumberPrompts,
  "2026-11-29-create-monitoring-table": createMonitoringTable,
  "2026-11-28-create-books": createBooks,
  "2026-11-30-create-wallet": createWallet,
  "2026-12-01-hash-client-keys": hashClientKeys,
  "2026-12-02-empty-keys-of-the-erased": emptyKeysOfTheErased,
  "2026-12-03-refuse-quotes-of-the-closed": refuseQuotesOfTheClosed,
};
