import { constants } from "node:os";
import { Command } from "commander";
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
import { refuseRepeated } from "./refuse-repeated.ts";
import { sentenceOf } from "./trouble.ts";

// Whoever reads wanted a part of it: `sanu audit export | head`. It ends as other programs do, by the signal that Node takes no notice of.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(128 + constants.signals.SIGPIPE);
  throw error;
});

// What is checked is what the shell has, and nothing that is added to it here.
const isCheck = process.argv.slice(2, 4).join(" ") === "settings check";
if (!isCheck) loadLocalSystem(process.env, undefined, (line) => void process.stderr.write(line));

const program = new Command("sanu").description("Operates a Sanu system");
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
  process.stderr.write(`sanu: ${sentenceOf(error)}\n`);
  process.exitCode = 1;
}
