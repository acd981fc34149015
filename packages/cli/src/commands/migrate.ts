import { migrate } from "@sanu/platform";
import type { Command } from "commander";
import { databaseUrlOf } from "../environment.ts";
import { migrationsOf, readServices } from "../services.ts";

/** `sanu migrate [service…]`: brings the databases to the newest migration, one service after another. */
export function addMigrate(program: Command): void {
  program
    .command("migrate")
    .description("bring the services' databases to the newest migration")
    .argument("[service...]", "identity, transactions, payments, payouts; all when none is named")
    .action(async (names: string[]) => {
      for (const service of readServices(names)) {
        const ran = await migrate(databaseUrlOf(service, process.env), migrationsOf[service]);
        const done = ran.length === 0 ? "nothing to do" : ran.join(", ");
        process.stdout.write(`${service}: ${done}\n`);
      }
    });
}
