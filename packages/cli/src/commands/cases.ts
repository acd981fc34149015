import {
  CaseKind,
  CaseStatus,
  type CaseView,
  type ProblemCode,
  proposedKinds,
  wordsIn,
} from "@sanu/contracts";
import { type CaseId, newId, type TransactionId } from "@sanu/kernel";
import { type ComposedCases, composeCases } from "@sanu/transactions";
import { type Command, Option } from "commander";
import { detailOf, lineOf } from "../case-lines.ts";
import { namespaceOf, natsLoginOf, natsUrlOf } from "../environment.ts";
import { ownDatabaseUrl } from "../maintenance.ts";
import { authenticate, findStaff, readAddress, readId, readReason } from "../people.ts";
import { proposedOf, type SaidOptions } from "../proposed-verdict.ts";
import { reachingNats } from "../trouble.ts";
import { wholeFrom } from "../whole-numbers.ts";

interface ListOptions {
  readonly kind?: CaseKind;
  readonly status?: CaseStatus;
  readonly olderThan?: number;
  readonly transaction?: TransactionId;
  readonly limit: number;
  readonly cursor?: string;
}

interface ByOptions {
  readonly by: string;
}

const limits = { pageRowsMax: 100, olderThanHoursMax: 87_600 } as const;

/** `sanu cases`: what the staff has to look at; a verdict takes two admins, each with her own password. */
export function addCases(program: Command): void {
  const cases = program.command("cases").description("what somebody has to look at, and decides");
  cases
    .command("list")
    .description("the oldest first; without a status all that are not closed")
    .addOption(new Option("--kind <kind>").choices(CaseKind.options))
    .addOption(new Option("--status <status>").choices(CaseStatus.options))
    .option("--older-than <hours>", "only those", wholeFrom(0, limits.olderThanHoursMax))
    .option("--transaction <id>", "only its own", readId<TransactionId>())
    .option(
      "--limit <rows>",
      "at most, up to 100",
      wholeFrom(1, limits.pageRowsMax),
      limits.pageRowsMax,
    )
    .option("--cursor <cursor>", "go on where a page before said that there is more")
    .action((options: ListOptions) => withCases((all) => list(all, options)));
  cases
    .command("show")
    .description("one case, with who did what and what was seen")
    .argument("<case>", "its id", readId<CaseId>())
    .action((caseId: CaseId) => withCases((all) => show(all, caseId)));
  cases
    .command("propose")
    .description("say what happened; it counts once another admin approves it")
    .argument("<case>", "its id", readId<CaseId>())
    .requiredOption("--by <address>", "of the admin who says so", readAddress)
    .addOption(new Option("--verdict <verdict>").choices(proposedKinds).makeOptionMandatory())
    .option(
      "--reference <text>",
      "with `arrived`, `paid-by-hand`, `recovered`: the provider's own name of the money",
    )
    .option("--amount-xof <francs>", "with `arrived`: what arrived", wholeFrom(0))
    .option("--amount-sats <sats>", "with `arrived`: what arrived", wholeFrom(0))
    .requiredOption("--evidence <text>", "what was seen, and where", readReason)
    .action((caseId: CaseId, options: ByOptions & SaidOptions & { readonly evidence: string }) =>
      withCases(async (all) => {
        const proposed = proposedOf(options);
        const said = {
          ...(await commandOf(caseId, options)),
          proposed,
          evidence: options.evidence,
        };
        print(await all.propose(said));
      }),
    );
  decision(cases, "approve", "say the same")
    .requiredOption("--reason <text>", "why", readReason)
    .action(
      (caseId: CaseId, proposalId: string, options: ByOptions & { readonly reason: string }) =>
        withCases(async (all) => {
          const { reason } = options;
          print(await all.approve({ ...(await commandOf(caseId, options)), proposalId, reason }));
        }),
    );
  decision(cases, "withdraw", "take it away").action(
    (caseId: CaseId, proposalId: string, options: ByOptions) =>
      withCases(async (all) => {
        print(await all.withdraw({ ...(await commandOf(caseId, options)), proposalId }));
      }),
  );
}

function decision(cases: Command, name: "approve" | "withdraw", what: string): Command {
  return cases
    .command(name)
    .description(`${what}, of a proposal that was read with \`show\``)
    .argument("<case>", "its id", readId<CaseId>())
    .argument("<proposal>", "its id", readId<string>())
    .requiredOption("--by <address>", "of the admin who decides", readAddress);
}

async function withCases(run: (cases: ComposedCases) => Promise<void>): Promise<void> {
  const how = {
    databaseUrl: await ownDatabaseUrl("transactions", "sanu-cases"),
    nats: {
      url: natsUrlOf(process.env),
      ...natsLoginOf(process.env),
      namespace: namespaceOf(process.env),
    },
    env: process.env,
    findStaff,
  };
  const cases = await reachingNats(() => composeCases(how));
  try {
    await run(cases);
  } finally {
    await cases.close();
  }
}

async function list(cases: ComposedCases, options: ListOptions): Promise<void> {
  const { kind = null, status = null, olderThan = null, transaction = null } = options;
  const { limit, cursor = null } = options;
  const filter = { kind, status, olderThanHours: olderThan, transactionId: transaction };
  const answer = await cases.list({ ...filter, limit, cursor });
  // All else that is asked was read before.
  if (answer.kind === "refused" && answer.code === "validation-failed" && cursor !== null) {
    throw new Error(`--cursor ${cursor} is none that a page before said`);
  }
  const { rows, nextCursor } = read(answer);
  for (const row of rows) process.stdout.write(`${lineOf(row)}\n`);
  if (rows.length === 0) process.stdout.write("none\n");
  if (nextCursor !== null) process.stdout.write(`there is more: --cursor ${nextCursor}\n`);
}

async function show(cases: ComposedCases, caseId: CaseId): Promise<void> {
  process.stdout.write(detailOf(read(await cases.get({ caseId })).case));
}

/** Who decides proves it: the words of one admin alone never become those of two. */
async function commandOf(caseId: CaseId, { by: email }: ByOptions) {
  const by = await authenticate(email);
  return { commandId: newId<"CommandId">(), caseId, by };
}

function print(answer: Parameters<typeof read<{ readonly case: CaseView }>>[0]): void {
  process.stdout.write(`${lineOf(read(answer).case)}\n`);
}

function read<Data>(
  answer:
    | { readonly kind: "replied"; readonly data: Data }
    | { readonly kind: "refused"; readonly code: ProblemCode },
): Data {
  if (answer.kind === "replied") return answer.data;
  throw new Error(`${answer.code}: ${wordsIn("en").problems[answer.code]}`);
}
