import { type Instant, msBetween, plusMs } from "@sanu/kernel";
import type { Database } from "../database/open-database.ts";
import type { EventStore } from "../event-store/event-store.ts";
import type { DueAccount } from "./accounts.ts";
import {
  type BookedQueries,
  type ComparedPeriod,
  comparePeriod,
  firstMovedAt,
} from "./compare-period.ts";
import type { Tally } from "./compare-streams.ts";
import type { DifferenceEvent, DifferenceFound } from "./difference-events.ts";
import { findOwners } from "./find-owners.ts";
import { balanceFoundOf, foundOf } from "./found-of.ts";
import { reconciliationLimits } from "./limits.ts";
import type { MatchRule } from "./movement.ts";
import { recordFound, resolveOthers } from "./record-differences.ts";
import {
  deleteOldLines,
  hasLines,
  type StagedStatement,
  type StatementSource,
  stageStatement,
} from "./stage-statement.ts";

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
  /** Lines older than this are deleted. */
  readonly keptMs: number;
  readonly lagMs?: number;
}

export interface RunDeps {
  readonly database: Pick<Database, "query" | "transaction">;
  readonly store: EventStore<DifferenceEvent>;
  readonly terms: ReconciliationTerms;
}

/** What an account held when its statement ended. */
export interface StatedBalance {
  readonly currency: "XOF" | "SATS";
  readonly balance: bigint;
  readonly statedAt: Instant;
}

export type RunResult =
  | {
      readonly kind: "compared";
      readonly period: ComparedPeriod;
      readonly tally: Tally;
      readonly isNew: number;
      readonly resolved: number;
      /** Null where the provider keeps none. */
      readonly balance: StatedBalance | null;
    }
  | { readonly kind: "nothing-yet" }
  | { readonly kind: "unread"; readonly why: string };

/** Reads the statement up to now, and compares what is older than the grace. Nothing is said where a page is missing. */
export async function runReconciliation(
  deps: RunDeps,
  { account, source, booked, matchBy }: ReconciledAccount,
  due: DueAccount,
): Promise<RunResult> {
  const { now } = due;
  const { lagMs = reconciliationLimits.statementLagMs } = deps.terms;
  const graceMs = due.requestedGraceMs ?? deps.terms.graceMs;
  const period = { account, from: beginOf(due, deps.terms), to: plusMs(now, 0 - graceMs) };
  const readTo = plusMs(now, 0 - Math.min(lagMs, graceMs));
  if (msBetween(period.from, period.to) <= 0) return { kind: "nothing-yet" };
  const staged = await stageStatement(deps.database, source, {
    ...period,
    to: readTo,
    matchBy,
  });
  if (staged.kind === "unread") return staged;
  const about = { provider: source.provider, account, at: now };
  const tally: Tally = { booked: 0, stated: 0, matched: 0 };
  const found: DifferenceFound[] = [...balanceDifferences(staged, about)];
  for await (const bucket of bucketsOf(deps, booked, period)) {
    const differences = await comparePeriod(deps.database, booked, { period: bucket, tally });
    const owners = await findOwners(deps.database, differences);
    found.push(...differences.map((one) => foundOf(one, about, owners.get(one.stated?.key ?? ""))));
    if (found.length >= reconciliationLimits.differencesMax) break;
  }
  let isNew = 0;
  for (const one of found) if (await recordFound(deps, one)) isNew += 1;
  if (found.length >= reconciliationLimits.differencesMax) {
    return { kind: "unread", why: "too-many-differences" };
  }
  const ids = found.map(({ differenceId }) => differenceId);
  const rowsMax = reconciliationLimits.differencesMax;
  const resolved = await resolveOthers(deps, period, { found: ids, at: now, rowsMax });
  await deleteOldLines(deps.database, account, plusMs(now, 0 - deps.terms.keptMs));
  // An account on which nothing ever moved has nothing to say.
  const balance = (await hasLines(deps.database, account)) ? staged.balance : null;
  const stated = balance && {
    currency: balance.currency,
    balance: balance.stated,
    statedAt: readTo,
  };
  return { kind: "compared", period, tally, isNew, resolved, balance: stated };
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

/** From each moment at which something moved on. */
async function* bucketsOf(
  { database }: RunDeps,
  booked: BookedQueries,
  { account, from, to }: ComparedPeriod,
): AsyncGenerator<ComparedPeriod> {
  let begin: Instant | null = from;
  for (;;) {
    begin = await firstMovedAt(database, booked, { account, from: begin, to });
    if (begin === null) return;
    const next: Instant = plusMs(begin, reconciliationLimits.bucketMs);
    const end: Instant = next < to ? next : to;
    yield { account, from: begin, to: end };
    begin = end;
  }
}

function balanceDifferences(
  { balance }: Extract<StagedStatement, { readonly kind: "staged" }>,
  about: Parameters<typeof balanceFoundOf>[1],
): readonly DifferenceFound[] {
  const isRight = balance === null || balance.expected === balance.stated;
  return isRight ? [] : [balanceFoundOf(balance, about)];
}
