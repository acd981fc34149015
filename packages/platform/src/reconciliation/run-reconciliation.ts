import { type Instant, msBetween, plusMs } from "@sanu/kernel";
import type { Database } from "../database/open-database.ts";
import type { EventStore } from "../event-store/event-store.ts";
import { beginReading, type DueAccount } from "./accounts.ts";
import type { StatedBalance } from "./balance-stated.ts";
import type { BookedQueries, ComparedPeriod } from "./compare-period.ts";
import type { Tally } from "./compare-streams.ts";
import type { DifferenceEvent, DifferenceFound } from "./difference-events.ts";
import { findDifferences } from "./find-differences.ts";
import { balanceFoundOf } from "./found-of.ts";
import { reconciliationLimits } from "./limits.ts";
import type { MatchRule } from "./movement.ts";
import { recordDifferences } from "./record-differences.ts";
import { type StagedStatement, type StatementSource, stageStatement } from "./stage-statement.ts";
import { withCopies } from "./unresolved.ts";

/** An account of ours at a provider, and how our log tells of it. */
export interface ReconciledAccount {
  readonly account: string;
  readonly matchBy: MatchRule;
  readonly source: StatementSource;
  readonly booked: BookedQueries;
}

export interface ReconciliationTerms {
  /** What moved so recently may still be on its way to one of the two sides. */
  readonly graceMs: number;
  /** So far back everything is read and compared again, once a day. */
  readonly recheckMs: number;
  readonly lagMs?: number;
}

export interface RunDeps {
  readonly database: Pick<Database, "query" | "transaction">;
  readonly store: EventStore<DifferenceEvent>;
  readonly terms: ReconciliationTerms;
  /** The process is about to end: the run goes no further than the next batch. */
  readonly isLeaving?: () => boolean;
}

export type RunResult =
  | {
      readonly kind: "compared";
      readonly period: ComparedPeriod;
      readonly tally: Tally;
      readonly isNew: number;
      readonly resolved: number;
      /** So much of it nobody answered for: nothing was said of that. */
      readonly unanswered: number;
      /** Null where the provider keeps none. */
      readonly balance: StatedBalance | null;
    }
  | { readonly kind: "nothing-yet" }
  | { readonly kind: "unread"; readonly why: string }
  /** Somebody else has begun with the account meanwhile, and says what is so. */
  | { readonly kind: "overtaken" };

/** Reads the statement up to now, and compares what is older than the grace. Nothing is said where a page is missing. */
export async function runReconciliation(
  deps: RunDeps,
  account: ReconciledAccount,
  due: DueAccount,
): Promise<RunResult> {
  const { now } = due;
  const { lagMs = reconciliationLimits.statementLagMs } = deps.terms;
  const graceMs = due.requestedGraceMs ?? deps.terms.graceMs;
  const to = plusMs(now, 0 - graceMs);
  const begin = { account: account.account, from: beginOf(due, deps.terms), to };
  if (msBetween(begin.from, to) <= 0) return { kind: "nothing-yet" };
  const period = await withCopies(deps.database, begin);
  const reading = await beginReading(deps.database, account.account, deps.isLeaving);
  const readTo = plusMs(now, 0 - Math.min(lagMs, graceMs));
  const { source, matchBy } = account;
  const read = { ...period, to: readTo, matchBy };
  const staged = await stageStatement(deps.database, source, read, reading);
  if (staged.kind !== "staged") return staged;
  const { unanswered } = staged;
  const of = { period, at: now, reading, unanswered };
  const compared = await findDifferences(deps.database, account, of);
  if (compared === undefined) return { kind: "overtaken" };
  const found = [
    ...balanceDifferences(staged, { ...period, ...source, at: now }),
    ...compared.found,
  ];
  const recorded = await recordDifferences(deps, period, { found, unanswered, at: now });
  if (recorded === undefined) return { kind: "unread", why: "too-many-differences" };
  const balance = staged.balance && {
    currency: staged.balance.currency,
    balance: staged.balance.stated,
    statedAt: readTo,
  };
  const { tally } = compared;
  return { kind: "compared", period, tally, ...recorded, unanswered: unanswered.length, balance };
}

/** Where the last run ended, or further back: for what is open, for the daily second look, and for who asks. */
function beginOf(due: DueAccount, { recheckMs, graceMs }: ReconciliationTerms): Instant {
  const recheck = plusMs(due.now, 0 - recheckMs - graceMs);
  const moments = [
    due.comparedUntil ?? recheck,
    ...(due.isRecheckDue ? [recheck] : []),
    ...(due.oldestOpenAt === null ? [] : [due.oldestOpenAt]),
    ...(due.isRecheckDue && due.requestedFrom !== null ? [due.requestedFrom] : []),
  ];
  return moments.reduce((one, other) => (other < one ? other : one));
}

function balanceDifferences(
  { balance }: Extract<StagedStatement, { readonly kind: "staged" }>,
  about: Parameters<typeof balanceFoundOf>[1],
): readonly DifferenceFound[] {
  const isRight = balance === null || balance.expected === balance.stated;
  return isRight ? [] : [balanceFoundOf(balance, about)];
}
