import { type PublishingService, reactionGroups } from "@sanu/contracts";
import {
  acknowledgedReason,
  audited,
  createAuditLog,
  type Database,
  idsIn,
  listParked,
  type MaybeSent,
  type ParkedFact,
  replayParked,
  shellAct,
} from "@sanu/platform";
import type { Command } from "commander";
import { onDatabase } from "../maintenance.ts";
import { readServices } from "../services.ts";

const by = { name: "sanu-parked" };

/** `sanu parked list` and `sanu parked replay`: facts that a service could not handle. */
export function addParked(program: Command): void {
  const parked = program.command("parked").description("facts that a service could not handle");
  parked
    .command("list")
    .description("show them in the order in which they would be replayed")
    .argument("[service...]", "all services when none is named")
    .action(async (names: string[]) => {
      for (const service of readServices(names)) {
        const facts = await onDatabase(service, by, listParked);
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
    .option(
      "--maybe-sent",
      "only what was handled before: nobody is called, its provider is asked, and people say the end where it does not",
    )
    .option("--provider <name>", "over whom it may have been sent, where several could have been")
    .action(async (name: string, group: string, options: ReplayOptions) => {
      const [service] = readServices([name]);
      if (service === undefined) return;
      assertGroup(service, group);
      const selection = selectionOf(group, options);
      const { provider } = options;
      const subjects = { group, ...idsIn(options), ...(provider !== undefined && { provider }) };
      const operation = options.maybeSent ? "replay-parked-as-maybe-sent" : "replay-parked";
      // What a database that is no more handled before may be paid twice by this: one alone does it, and not unseen.
      await onDatabase(service, by, async (database) => {
        const released = await audited(
          createAuditLog(database),
          shellAct(`${service}.${operation}`, "money", { subjects }),
          () => replayParked(database, selection),
          (count) => (count === 0 ? "nothing-due" : "due"),
        );
        process.stdout.write(`${released} due now${options.maybeSent ? " as maybe sent" : ""}\n`);
        if (options.maybeSent && released === 0) process.stdout.write(nothingOfIt);
        if (options.aggregate === undefined) await reportKept(database, group);
      });
    });
}

interface ReplayOptions {
  readonly aggregate?: string;
  readonly maybeSent?: true;
  readonly provider?: string;
}

const nothingOfIt =
  "Nothing of it was handled before; `sanu parked list` says what waits, and why\n";

/** Throws where somebody speaks of what may have been sent, and does not say of which. */
function selectionOf(group: string, { aggregate, maybeSent, provider }: ReplayOptions) {
  if (maybeSent === undefined) {
    if (provider !== undefined) throw new Error("--provider is said of what is --maybe-sent");
    return aggregate === undefined ? { group } : { group, aggregateId: aggregate };
  }
  if (aggregate === undefined) throw new Error("--maybe-sent is said of one --aggregate each time");
  return { group, aggregateId: aggregate, maybeSent: { provider: provider ?? null } };
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
  const parked = `${what} of ${fact.lanes.join(" and ")}: ${fact.cause}, ${fact.attempts} tries, ${due}: ${fact.reason}`;
  return fact.maybeSent === undefined ? parked : `${parked}; ${wordOf(fact.maybeSent)}`;
}

function wordOf({ provider, dueAt, reason, attempts }: MaybeSent): string {
  const over = provider === null ? "" : ` over ${provider}`;
  const due = dueAt === null ? "waits for replay" : `due ${dueAt}`;
  const failed = reason === null ? "" : `: ${reason}`;
  return `said to be maybe sent${over}, ${attempts} tries, ${due}${failed}`;
}

/** Whose money may have gone: each is made due by itself, by who has asked its provider. */
async function reportKept(database: Database, group: string): Promise<void> {
  const parked = await listParked(database, { group });
  const kept = parked.filter(
    ({ reason, maybeSent }) => reason === acknowledgedReason && maybeSent === undefined,
  ).length;
  if (kept === 0) return;
  process.stdout.write(
    `${kept} wait on, handled before: money may have gone; ask the provider, then --aggregate ID for each, and --maybe-sent where it has it\n`,
  );
}
