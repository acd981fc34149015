import { Command, CommanderError } from "commander";
import { addAdmin } from "./commands/admin.ts";
import { addAudit } from "./commands/audit.ts";
import { addBooks } from "./commands/books.ts";
import { addCases } from "./commands/cases.ts";
import { addDemo } from "./commands/demo.ts";
import { addEvents } from "./commands/events.ts";
import { addMigrate } from "./commands/migrate.ts";
import { addParked } from "./commands/parked.ts";
import { addProjections } from "./commands/projections.ts";
import { addRails } from "./commands/rails.ts";
import { addReconcile } from "./commands/reconcile.ts";
import { addReport } from "./commands/report.ts";
import { addSealed } from "./commands/sealed.ts";
import { addSettings } from "./commands/settings.ts";
import { addStreams } from "./commands/streams.ts";
import { addWhy } from "./commands/why.ts";
import { loadLocalSystem } from "./environment.ts";
import { endWithoutOutput } from "./output.ts";
import { refuseRepeated } from "./refuse-repeated.ts";
import { sentenceOf } from "./trouble.ts";

endWithoutOutput(process);

// What is checked is what the shell has, and nothing that is added to it here.
const isCheck = process.argv.slice(2, 4).join(" ") === "settings check";
if (!isCheck) loadLocalSystem(process.env, undefined, (line) => void process.stderr.write(line));

// Left to itself the parser ends the process behind a help or a refusal, before anybody hears that it could not be written.
const program = new Command("sanu").description("Operates a Sanu system").exitOverride();
addAdmin(program);
addMigrate(program);
addStreams(program);
addParked(program);
addProjections(program);
addBooks(program);
addEvents(program);
addCases(program);
addReconcile(program);
addReport(program);
addRails(program);
addSealed(program);
addSettings(program);
addAudit(program);
addWhy(program);
addDemo(program);
refuseRepeated(program);

try {
  await program.parseAsync();
} catch (error) {
  const isSaid = error instanceof CommanderError;
  if (!isSaid) process.stderr.write(`sanu: ${sentenceOf(error)}\n`);
  process.exitCode = isSaid ? error.exitCode : 1;
}
