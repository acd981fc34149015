import { createSchema, platformTables } from "@sanu/platform";
import { bookTables } from "./0001-initial/books.ts";
import { closedAccountTables } from "./0001-initial/closed-accounts.ts";
import { guardTables } from "./0001-initial/guards.ts";
import { monitoringTables } from "./0001-initial/monitoring.ts";
import { numberPromptTables } from "./0001-initial/number-prompts.ts";
import { privateTables } from "./0001-initial/private.ts";
import { quoteTables } from "./0001-initial/quotes.ts";
import { rateTables } from "./0001-initial/rates.ts";
import { tierTables } from "./0001-initial/tiers.ts";
import { viewTables } from "./0001-initial/views.ts";
import { walletTables } from "./0001-initial/wallet.ts";

/** The schema of the first release: the log, what is folded from it, what holds the limits, and the personal data. */
export const initial = createSchema(
  platformTables,
  viewTables,
  monitoringTables,
  bookTables,
  privateTables,
  guardTables,
  tierTables,
  closedAccountTables,
  walletTables,
  numberPromptTables,
  rateTables,
  quoteTables,
);
