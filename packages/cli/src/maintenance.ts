import type { PublishingService } from "@sanu/contracts";
import { assertBound, assertOwnLog, type Database, openDatabase } from "@sanu/platform";
import { boundEnvironmentOf, databaseUrlOf, urlNameOf } from "./environment.ts";
import { sentenceOf } from "./trouble.ts";

/**
 * Work on a service's database that may take long; it says in the database who does it. Throws before it where the database is
 * another service's, or of another environment than `SANU_ENV` where the shell has one.
 */
export async function onDatabase<Result>(
  service: PublishingService,
  by: {
    readonly name: string;
    readonly connectionsMax?: number;
    /** The server refuses every write. */
    readonly isReadOnly?: boolean;
    readonly isOfAnyEnvironment?: boolean;
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
    await assertReached(database, service);
    if (by.isOfAnyEnvironment !== true) {
      await assertBound(database, service, boundEnvironmentOf(process.env));
    }
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Throws, by the name of the setting, where it leads to no database that answers, or to another service's. */
export async function assertReached(database: Database, service: PublishingService): Promise<void> {
  try {
    await assertOwnLog(database, service);
  } catch (error) {
    const setting = urlNameOf(service);
    const said = sentenceOf(error);
    if (said.startsWith(setting)) throw error;
    throw new Error(`${setting} leads to no database that answers: ${said}`, { cause: error });
  }
}

/** The URL of a service's database, for who opens it herself. Throws where it is another one's. */
export async function ownDatabaseUrl(service: PublishingService, by: string): Promise<string> {
  await onDatabase(service, { name: by }, () => Promise.resolve());
  return databaseUrlOf(service, process.env);
}
