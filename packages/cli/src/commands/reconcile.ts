import { type Instant, systemClock } from "@sanu/kernel";
import {
  audited,
  createAuditLog,
  type Database,
  type ReconciledState,
  readReconciliation,
  requestComparison,
  retireAccount,
  shellAct,
} from "@sanu/platform";
import { caseIdOfDifference, readLedgerComparisons } from "@sanu/transactions";
import { type Command, Option } from "commander";
import { onDatabase } from "../maintenance.ts";
import {
  exitCodeOf,
  type ReportFormat,
  reportFormats,
  type ServiceReport,
  writeReport,
} from "../reconciliation-report.ts";
import { wholeFrom } from "../whole-numbers.ts";
import { readPastMoment } from "./books.ts";

const limits = { pollMs: 250, waitSeconds: 120, waitSecondsMax: 3_600, shownMax: 10_000 } as const;
const by = { name: "sanu-reconcile" };
const reconciled = ["payments", "payouts"] as const;

interface ReconcileOptions {
  readonly from?: string;
  readonly now?: boolean;
  readonly stored?: boolean;
  readonly retire?: string;
  readonly wait: number;
  readonly format: ReportFormat;
}

/** `sanu reconcile`: the providers' statements against our books, as the running services compare them. */
export function addReconcile(program: Command): void {
  program
    .command("reconcile")
    .description(
      "compare the providers' statements with our books; ends with 1 where they differ and nobody has decided that, with 2 where one could not be read",
    )
    .option("--from <moment>", "from then on: 2026-11-21T10:00:00Z, or a day in UTC")
    .option("--now", "judge also what is younger than the grace")
    .addOption(
      new Option("--stored", "ask for no comparison, show what the last one found").conflicts([
        "now",
        "from",
      ]),
    )
    .addOption(
      new Option(
        "--retire <account>",
        "compare nothing, and ask no more about the account of a provider that is in no setting any more",
      ).conflicts(["now", "from", "stored"]),
    )
    .option(
      "--wait <seconds>",
      "how long to wait for the services",
      wholeFrom(0, limits.waitSecondsMax),
      limits.waitSeconds,
    )
    .addOption(new Option("--format <format>").choices(reportFormats).default("table"))
    .action(async (options: ReconcileOptions) => {
      if (options.retire !== undefined) return retire(options.retire);
      const services = await Promise.all([
        ...reconciled.map((service) => reportOf(service, options)),
        ledgerReport(),
      ]);
      const report = { at: systemClock.now(), services };
      process.stdout.write(writeReport(report, options.format));
      process.exitCode = exitCodeOf(report);
    });
}

/** Every account has a name of its own over both services. */
async function retire(account: string): Promise<void> {
  for (const service of reconciled) {
    const isRetired = await onDatabase(service, by, (database) =>
      retireAt(service, database, account),
    );
    if (!isRetired) continue;
    process.stdout.write(
      `${service} ${account}: retired. Where a setting of ${service} names its provider, it is compared again all the same\n`,
    );
    return;
  }
  throw new Error(`No account is named ${account}; sanu reconcile --stored lists them`);
}

async function retireAt(
  service: (typeof reconciled)[number],
  database: Database,
  account: string,
): Promise<boolean> {
  const { accounts } = await readReconciliation(database, { rowsMax: 0 });
  if (!accounts.some((one) => one.account === account)) return false;
  return audited(
    createAuditLog(database),
    shellAct(`${service}.retire-account`, "money", { subjects: { account } }),
    () => retireAccount(database, account),
    (isRetired) => (isRetired ? "retired" : "nothing-new"),
  );
}

async function reportOf(
  service: (typeof reconciled)[number],
  options: ReconcileOptions,
): Promise<ServiceReport> {
  return onDatabase(service, by, async (database) => {
    const missing = options.stored === true ? [] : await compareAgain(database, options);
    const { accounts, differences, decided } = await readReconciliation(database, {
      rowsMax: limits.shownMax,
    });
    const shown = accounts.map((one) =>
      missing.includes(one.account) && one.lastError === null
        ? { ...one, lastError: unserved(service) }
        : one,
    );
    const named = differences.map((one) => ({ ...one, caseId: caseIdOfDifference(one) }));
    return { service, accounts: shown, differences: named, decided };
  });
}

/** The row of an account stays when its provider is taken out of the settings: nothing says then what moves there. */
function unserved(service: (typeof reconciled)[number]): string {
  return `nobody has compared it in time: ${service} does not run, or STATEMENT_RAIL and NODE_STATEMENT_RAIL name its provider no more (deploy/runbooks/stop-a-provider.md)`;
}

/** The running service compares the ledger by itself, each time that all accounts have spoken. */
function ledgerReport(): Promise<ServiceReport> {
  return onDatabase("transactions", by, async (database) => {
    const { accounts, differences } = await readLedgerComparisons(database);
    // What differs here has no other name than that of its case.
    const named = differences.map((one) => ({ ...one, caseId: one.differenceId }));
    return { service: "transactions", accounts, differences: named, decided: [] };
  });
}

/** Returns the accounts that no service has compared in time. */
async function compareAgain(
  database: Database,
  { from, now = false, wait }: ReconcileOptions,
): Promise<readonly string[]> {
  const askedAt = await requestComparison(database, {
    from: from === undefined ? null : readPastMoment("--from", from, systemClock.now()),
    graceMs: now ? 0 : null,
  });
  const deadlineMs = performance.now() + wait * 1_000;
  for (;;) {
    const { accounts } = await readReconciliation(database, { rowsMax: 0 });
    const missing = accounts.filter((one) => !isDone(one, askedAt)).map(({ account }) => account);
    if (missing.length === 0 || performance.now() > deadlineMs) return missing;
    await new Promise((resolve) => setTimeout(resolve, limits.pollMs));
  }
}

function isDone(
  { comparedAt, lastError, retiredAt }: ReconciledState,
  askedAt: Instant | undefined,
): boolean {
  if (askedAt === undefined || lastError !== null || retiredAt !== null) return true;
  return comparedAt !== null && comparedAt >= askedAt;
}
