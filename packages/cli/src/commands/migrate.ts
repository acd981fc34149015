import type { PublishingService } from "@sanu/contracts";
import { awaitMigrations, listNewerMigrations, migrate } from "@sanu/platform";
import type { Command } from "commander";
import { grantToAnalyst } from "../analyst-role.ts";
import { databaseUrlOf, urlNameOf } from "../environment.ts";
import { onDatabase, ownDatabaseUrl } from "../maintenance.ts";
import { migrationsOf, readServices } from "../services.ts";
import { sentenceOf } from "../trouble.ts";
import { wholeFrom } from "../whole-numbers.ts";

const by = { name: "sanu-migrate" };
const waitSecondsMax = 86_400;

/** `sanu migrate [service…]`: brings the databases to the newest migration, or waits until somebody has. */
export function addMigrate(program: Command): void {
  program
    .command("migrate")
    .description("bring the services' databases to the newest migration")
    .argument("[service...]", "identity, transactions, payments, payouts; all when none is named")
    .option(
      "--wait <seconds>",
      "change nothing, and end when they are there",
      wholeFrom(0, waitSecondsMax),
    )
    .action(async (names: string[], { wait }: { readonly wait?: number }) => {
      const waitMs = wait === undefined ? undefined : wait * 1_000;
      for (const service of readServices(names)) {
        if (waitMs !== undefined) {
          await waitFor(service, waitMs);
          process.stdout.write(`${service}: has all that is known here\n`);
          continue;
        }
        await bringUp(service);
      }
    });
}

async function bringUp(service: PublishingService): Promise<void> {
  // What another service's database got no release takes away again.
  const url = await ownDatabaseUrl(service, by.name);
  const ran = await migrate(url, migrationsOf[service]);
  const done = ran.length === 0 ? "nothing to do" : ran.join(", ");
  await onDatabase(service, by, async (database) => {
    const newer = await listNewerMigrations(database, migrationsOf[service]);
    if (newer.length > 0) {
      // Whom it lets read what, the newer release has said; an older one would take the new tables away.
      const isAhead = `the database is ahead of this program, which does not know ${newer.join(", ")}`;
      process.stdout.write(`${service}: ${done}; ${isAhead}\n`);
      return;
    }
    process.stdout.write(`${service}: ${done}\n`);
    // Behind the migrations: tables that are new are read by it, too.
    await grantToAnalyst(database, service);
  });
}

/** Throws by the name of the service: a pod that waits says no more than the error. */
async function waitFor(service: PublishingService, waitMs: number): Promise<void> {
  const url = databaseUrlOf(service, process.env);
  try {
    await awaitMigrations(url, migrationsOf[service], waitMs);
  } catch (error) {
    const about = `${service} (${urlNameOf(service)})`;
    throw new Error(`${about}: ${sentenceOf(error)}`, { cause: error });
  }
}
