import { amountIn } from "@sanu/contracts";
import type { Clock, Instant } from "@sanu/kernel";
import { type Database, type EventStore, runDecider } from "@sanu/platform";
import { staffCase } from "../case/decide.ts";
import type { CaseEvent } from "../case/events.ts";
import { caseIdOf } from "../case/keys/case-id.ts";
import { ledgerAccounts } from "../case/ledger-accounts.ts";
import { openCase } from "../case/open.ts";
import {
  type ComparedCurrency,
  type Comparison,
  type ComparisonRow,
  comparisonOf,
  findComparison,
  readCurrency,
  readMoved,
  type SeenCurrency,
  upsertComparison,
} from "./comparison-statements.ts";
import { type BalanceVerdict, judgeBalance } from "./judge-balance.ts";
import { type BaseSeen, baseOf, movedRecentlyMax, narrowed, notBegun } from "./ledger-base.ts";

export interface ComparisonTerms {
  readonly toleranceXof: bigint;
  readonly toleranceSats: bigint;
  /** An account that was last heard of so long ago is not compared. */
  readonly freshMs: number;
}

export interface ComparisonDeps {
  readonly database: Database;
  readonly cases: EventStore<CaseEvent>;
  readonly clock: Clock;
  readonly terms: ComparisonTerms;
}

/** Undefined where nothing could be compared: an account has not spoken lately, or comparing has just begun. */
export async function compareFloats(
  deps: ComparisonDeps,
  currency: ComparedCurrency,
): Promise<BalanceVerdict | undefined> {
  const [row] = await deps.database.query<ComparisonRow>(findComparison(currency));
  const known = row && comparisonOf(row);
  // Orders that nobody has paid are added up only where that makes a difference.
  const isExact = known?.slack === 0n;
  let look = await lookAt(deps, { currency, known, countsUnpaid: !isExact });
  if (isExact && isDifference(look?.verdict)) {
    look = await lookAt(deps, { currency, known, countsUnpaid: true });
  }
  if (look === undefined) return undefined;
  const { seen, next, verdict } = look;
  if (next === undefined) {
    await begin(deps, currency, seen);
    return undefined;
  }
  if (verdict === undefined) {
    await deps.database.query(
      upsertComparison(currency, seen.now, { ...next, ...begunBase(next, seen) }),
    );
    return undefined;
  }
  const base = verdict.kind === "agrees" ? betterBase(next, seen) : {};
  await record(deps, { currency, at: seen.now, next: { ...next, ...base } }, verdict);
  return verdict;
}

/** What the database knows at one moment, and what follows from what was known before; without a verdict nothing can be compared yet. */
interface Look {
  readonly seen: SeenCurrency;
  /** Undefined where comparing begins. */
  readonly next: Comparison | undefined;
  readonly verdict: BalanceVerdict | undefined;
}

async function lookAt(
  { database, terms }: ComparisonDeps,
  of: {
    readonly currency: ComparedCurrency;
    readonly known: Comparison | undefined;
    readonly countsUnpaid: boolean;
  },
): Promise<Look | undefined> {
  const { currency, known, countsUnpaid } = of;
  const [seen] = await database.query<SeenCurrency>(
    readCurrency(currency, { freshMs: terms.freshMs, countsUnpaid }),
  );
  if (seen === undefined) return undefined;
  // Another epoch is another cluster, whose snapshots say nothing here.
  if (known === undefined || known.logEpoch !== seen.logEpoch) {
    return { seen, next: undefined, verdict: undefined };
  }
  const [moved] = await database.query<{ moved: bigint; size: bigint }>(
    readMoved(currency, known, seen.snapshot),
  );
  const movedLast = moved?.size ?? 0n;
  const next = {
    ...known,
    snapshot: seen.snapshot,
    ledger: known.ledger + (moved?.moved ?? 0n),
    movedLast,
    movedRecently: [movedLast, ...known.movedRecently].slice(0, movedRecentlyMax),
  };
  const { stated, arriving, leaving } = seen;
  if (stated === null || known.slack === notBegun) return { seen, next, verdict: undefined };
  // Accounts were heard of a moment ago: what was booked since then may be in one word and not in the other.
  const unheard = known.movedLast + movedLast;
  const verdict = judgeBalance({
    ...next,
    stated,
    moreAtMost: arriving + unheard,
    lessAtMost: leaving + unheard,
    tolerance: (currency === "XOF" ? terms.toleranceXof : terms.toleranceSats) + known.slack,
  });
  return { seen, next, verdict };
}

function isDifference(verdict: BalanceVerdict | undefined): boolean {
  return verdict?.kind === "suspected" || verdict?.kind === "differs";
}

/** None yet where an account is silent, or what moved is not known for as long back as an account's word may be old. */
function begunBase(next: Comparison, seen: SeenCurrency): Partial<Comparison> {
  const base = baseSeen(next, seen);
  return base === undefined || next.slack !== notBegun ? {} : baseOf(base);
}

/** Where a case is open the difference is known, and the base is what it was. */
function betterBase(next: Comparison, seen: SeenCurrency): Partial<Comparison> {
  const base = baseSeen(next, seen);
  return base === undefined || next.known !== 0n ? {} : narrowed(next, base);
}

function baseSeen(
  { ledger, movedRecently }: Comparison,
  { stated, leaving, arriving }: SeenCurrency,
): BaseSeen | undefined {
  if (stated === null || movedRecently.length < movedRecentlyMax) return undefined;
  const unheard = movedRecently.reduce((sum, one) => sum + one, 0n);
  return { stated, ledger, moreAtMost: arriving + unheard, lessAtMost: leaving + unheard };
}

/** What accounts hold is taken for the base when it is known what moved for as long back as their words may be old. */
function begin(
  { database }: ComparisonDeps,
  currency: ComparedCurrency,
  { now, logEpoch, snapshot }: SeenCurrency,
): Promise<unknown> {
  const nothing = { base: 0n, ledger: 0n, movedLast: 0n, movedRecently: [], known: 0n };
  const first = { ...nothing, logEpoch, snapshot, slack: notBegun, suspected: 0n, caseKey: null };
  return database.query(upsertComparison(currency, now, first));
}

interface Compared {
  readonly currency: ComparedCurrency;
  readonly at: Instant;
  readonly next: Comparison;
}

/** What is known of the difference commits with its case. */
async function record(
  deps: ComparisonDeps,
  { currency, at, next }: Compared,
  verdict: BalanceVerdict,
): Promise<void> {
  const { cases, clock, database } = deps;
  const write = (changes: Partial<Comparison>) =>
    upsertComparison(currency, at, { ...next, suspected: 0n, ...changes });
  switch (verdict.kind) {
    case "agrees":
      await database.query(write({}));
      return;
    case "suspected":
      await database.query(write({ suspected: verdict.difference }));
      return;
    case "differs": {
      const { difference } = verdict;
      const handled = write({ known: difference, caseKey: at });
      const money = amountIn(currency, difference < 0n ? 0n - difference : difference);
      const about = { kind: "balance-difference", subject: ledgerOf(currency), key: at } as const;
      const finding = { ...about, transactionId: null, money, since: at };
      await openCase(deps, finding, { handled, context: contextOf(currency) });
      return;
    }
    case "resolved": {
      const resolved = write({ known: 0n, caseKey: null });
      const subject = ledgerOf(currency);
      const caseId = caseIdOf("balance-difference", subject.kind, subject.id, next.caseKey);
      const result = await runDecider({
        store: cases,
        decider: staffCase,
        streamId: caseId,
        command: { kind: "close", closing: "answered", by: null, at: clock.now() },
        context: contextOf(currency),
        writes: () => [resolved],
      });
      // Two of the staff have closed it before.
      if (result.kind !== "accepted") await database.query(resolved);
    }
  }
}

function ledgerOf(currency: ComparedCurrency) {
  return { kind: "rail-account", id: ledgerAccounts[currency] } as const;
}

function contextOf(currency: ComparedCurrency) {
  return { correlationId: `floats-${currency}`, causationId: `floats-${currency}` };
}
