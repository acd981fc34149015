import {
  createAttemptTables,
  createPlatformTables,
  indexPrivateEvents,
  type Migrations,
} from "@sanu/platform";

/** The migrations of the payouts database, in the order of their names. Attempts hold all else there is. */
export const migrations: Migrations = {
  "2026-11-21-create-platform-tables": createPlatformTables,
  "2026-11-21-create-platform-tables-of-attempts": createAttemptTables,
  "2026-11-26-index-private-events": indexPrivateEvents,
};
