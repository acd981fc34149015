export {
  brokenConstraint,
  isDatabaseAway,
  isTransientClash,
  RolledBackError,
} from "./errors.ts";
export { databaseLimits } from "./limits.ts";
export { type Migrations, migrate } from "./migrate.ts";
export {
  type Database,
  openDatabase,
  queryBuilder,
  type Session,
  type Statement,
} from "./open-database.ts";
export { createPlatformTables } from "./platform-tables.ts";
