import type { PublishingService } from "@sanu/contracts";
import { assertOwnLog, type Database, openDatabase } from "@sanu/platform";
import { databaseUrlOf } from "./environment.ts";

/**
 * Work on a service's database that may take long; it says in the database who does it. Throws before it where the database is
 * another service's.
 */
export async function onDatabase<Result>(
  service: PublishingService,
  by: {
    readonly name: string;
    readonly connectionsMax?: number;
    /** The server refuses every write. */
    readonly isReadOnly?: boolean;
  },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({
    url: databaseUrlOf(service, process.env),
    poolMax: by.connectionsMax ?? 1,
    applicationName: by.name,
    isMaintenance: true,
    isReadOnly: by.isReadOnly ?? false,
  });
  try {
    await assertOwnLog(database, service);
    return await work(database);
  } finally {
    await database.close();
  }
}
