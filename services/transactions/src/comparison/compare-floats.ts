import { type Clock, type Instant, sats, xof } from "@sanu/kernel";
import { type Database, type EventStore, runDecider } from "@sanu/platform";
import { staffCase } from "../case/decide.ts";
import type { CaseEvent } from "../case/events.ts";
import { caseIdOf } from "../case/keys/case-id.ts";
import { ledgerAccounts } from "../case/ledger-accounts.ts";
import { openCase } from "../case/open.ts";
import {
  type ComparedCurrency,
  type Comparison,
  findComparison,
  readCurrency,
  readMoved,
  type SeenCurrency,
  upsertComparison,
} from "./comparison-statements.ts";
import { type BalanceVerdict, judgeBalance } from "./judge-balance.ts";

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
  const { database, terms } = deps;
  const [seen] = await database.query<SeenCurrency>(readCurrency(currency, terms.freshMs));
  if (seen === undefined) return undefined;
  const [known] = await database.query<Comparison>(findComparison(currency));
  // Another epoch is another cluster, whose snapshots say nothing here.
  if (known === undefined || known.logEpoch !== seen.logEpoch) {
    if (seen.stated !== null) await begin(deps, currency, { ...seen, stated: seen.stated });
    return undefined;
  }
  const [moved] = await database.query<{ moved: bigint; size: bigint }>(
    readMoved(currency, known, seen.snapshot),
  );
  const next = {
    ...known,
    snapshot: seen.snapshot,
    ledger: known.ledger + (moved?.moved ?? 0n),
    movedLast: moved?.size ?? 0n,
  };
  if (seen.stated === null) {
    await database.query(upsertComparison(currency, seen.now, next));
    return undefined;
  }
  const verdict = judgeBalance({
    ...next,
    stated: seen.stated,
    // Accounts were heard of a moment ago: what was booked since then may be in one word and not in the other.
    underWay: seen.underWay + known.movedLast + next.movedLast,
    tolerance: currency === "XOF" ? terms.toleranceXof : terms.toleranceSats,
  });
  await record(deps, { currency, at: seen.now, next }, verdict);
  return verdict;
}

function begin(
  { database }: ComparisonDeps,
  currency: ComparedCurrency,
  { now, logEpoch, snapshot, stated }: SeenCurrency & { readonly stated: bigint },
): Promise<unknown> {
  const nothing = { ledger: 0n, movedLast: 0n, known: 0n, suspected: 0n, caseKey: null };
  const first = { logEpoch, snapshot, base: stated, ...nothing };
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
      const money = moneyOf(currency, difference < 0n ? 0n - difference : difference);
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

function moneyOf(currency: ComparedCurrency, amount: bigint) {
  return currency === "XOF"
    ? ({ currency, amountXof: xof(amount) } as const)
    : ({ currency, amountSats: sats(amount) } as const);
}
