export { awaitMigrations } from "./await-migrations.ts";
export { copyLines, encodeRows } from "./copy-rows.ts";
export {
  brokenConstraint,
  isDatabaseAway,
  isTransientClash,
  missingReference,
  RolledBackError,
} from "./errors.ts";
export { generatedSecretsTable, readOrCreateSecret } from "./generated-secret.ts";
export { databaseLimits } from "./limits.ts";
export { listNewerMigrations } from "./list-newer-migrations.ts";
export { listTablesThere } from "./list-tables-there.ts";
export { migrate } from "./migrate.ts";
export {
  type Backfill,
  type ConcurrentIndex,
  type Contraction,
  createSchema,
  type Migration,
  type Migrations,
  type SchemaChange,
} from "./migration.ts";
export {
  type Database,
  openDatabase,
  queryBuilder,
  type Session,
  type Statement,
} from "./open-database.ts";
export { platformTables } from "./platform-tables.ts";
export { whenStored } from "./statement.ts";
