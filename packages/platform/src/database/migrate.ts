import { Kysely, PostgresDialect } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";

/** Migrations by file name, `2026-11-21-create-log`; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Brings a database to the newest migration and returns the names that ran. Concurrent runners wait for each
 * other. Throws the error of the migration that failed; the ones before it stay.
 */
export async function migrate(url: string, migrations: Migrations): Promise<readonly string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    });
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}
