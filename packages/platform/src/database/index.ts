export { copyLines, encodeRows } from "./copy-rows.ts";
export {
  brokenConstraint,
  isDatabaseAway,
  isTransientClash,
  RolledBackError,
} from "./errors.ts";
export { databaseLimits } from "./limits.ts";
export { migrate } from "./migrate.ts";
export { createSchema, type Migration, type Migrations } from "./migration.ts";
export {
  type Database,
  openDatabase,
  queryBuilder,
  type Session,
  type Statement,
} from "./open-database.ts";
export { platformTables } from "./platform-tables.ts";
