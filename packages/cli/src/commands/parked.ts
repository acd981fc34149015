import { type PublishingService, reactionGroups } from "@sanu/contracts";
import {
  audited,
  createAuditLog,
  type Database,
  idsIn,
  listParked,
  openDatabase,
  type ParkedFact,
  replayParked,
  shellAct,
} from "@sanu/platform";
import type { Command } from "commander";
import { databaseUrlOf } from "../environment.ts";
import { readServices } from "../services.ts";

/** `sanu parked list` and `sanu parked replay`: facts that a service could not handle. */
export function addParked(program: Command): void {
  const parked = program.command("parked").description("facts that a service could not handle");
  parked
    .command("list")
    .description("show them in the order in which they would be replayed")
    .argument("[service...]", "all services when none is named")
    .action(async (names: string[]) => {
      for (const service of readServices(names)) {
        const facts = await withDatabase(databaseUrlOf(service, process.env), listParked);
        for (const fact of facts) process.stdout.write(`${service}: ${lineOf(fact)}\n`);
        if (facts.length === 0) process.stdout.write(`${service}: none\n`);
      }
    });
  parked
    .command("replay")
    .description("make them due now; the running service replays them in order")
    .argument("<service>")
    .argument("<group>", "the reaction group, as `list` shows it")
    .option("--aggregate <id>", "only those that go to one aggregate or come from it")
    .action(async (name: string, group: string, options: { readonly aggregate?: string }) => {
      const [service] = readServices([name]);
      if (service === undefined) return;
      assertGroup(service, group);
      const selection = {
        group,
        ...(options.aggregate === undefined ? {} : { aggregateId: options.aggregate }),
      };
      const subjects = { group, ...idsIn(options) };
      // What a database that is no more handled before may be paid twice by this: one alone does it, and not unseen.
      const released = await withDatabase(databaseUrlOf(service, process.env), (database) =>
        audited(
          createAuditLog(database),
          shellAct(`${service}.replay-parked`, "money", { subjects }),
          () => replayParked(database, selection),
          (count) => (count === 0 ? "nothing-due" : "due"),
        ),
      );
      process.stdout.write(`${released} due now\n`);
    });
}

/** A name that is nobody's would make nothing due, and say so as if all were well. */
function assertGroup(service: PublishingService, name: string): void {
  const groups = reactionGroups.filter((each) => each.service === service);
  if (groups.some(({ group }) => group === name)) return;
  const names = groups.map(({ group }) => group).join(", ");
  throw new Error(`No group of ${service} is named ${name}; there are ${names}`);
}

function lineOf(fact: ParkedFact): string {
  const due = fact.dueAt === null ? "waits for replay" : `due ${fact.dueAt}`;
  const what = `${fact.group} ${fact.type ?? "(no fact)"} ${fact.factId}`;
  return `${what} of ${fact.lanes.join(" and ")}: ${fact.cause}, ${fact.attempts} tries, ${due}: ${fact.reason}`;
}

async function withDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url, poolMax: 1, applicationName: "sanu-cli" });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
