import { createPlatformTables, type Migrations } from "@sanu/platform";
import { createAccountTables } from "./2026-11-21-create-account-tables.ts";

/** The migrations of identity's database, by name. */
export const migrations: Migrations = {
  "2026-11-21-create-platform-tables": createPlatformTables,
  "2026-11-21-create-account-tables": createAccountTables,
};
