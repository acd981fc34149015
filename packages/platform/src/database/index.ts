export { copyLines, encodeRows } from "./copy-rows.ts";
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
export { createPlatformTables, hashClientKeys, indexPrivateEvents } from "./platform-tables.ts";
