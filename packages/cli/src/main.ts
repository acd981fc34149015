import { Command } from "commander";
import { addMigrate } from "./commands/migrate.ts";
import { addParked } from "./commands/parked.ts";
import { addStreams } from "./commands/streams.ts";

const program = new Command("sanu").description("Operates a Sanu system");
addMigrate(program);
addStreams(program);
addParked(program);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`sanu: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
