import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import type { Migrations } from "./migration.ts";

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
      provider: { getMigrations: () => Promise.resolve(runnable(migrations)) },
    });
    const { error, results } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

function runnable(migrations: Migrations) {
  const entries = Object.entries(migrations).map(([name, { statements }]) => {
    const up = async (db: Kysely<unknown>): Promise<void> => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    };
    return [name, { up }] as const;
  });
  return Object.fromEntries(entries);
}
