import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { reconciliationLimits } from "./limits.ts";
import { openSql } from "./open-differences.ts";

/** How far an account is compared. Every moment is the database's. */
export interface DueAccount {
  readonly account: string;
  readonly now: Instant;
  readonly comparedUntil: Instant | null;
  readonly isRecheckDue: boolean;
  readonly requestedAt: Instant | null;
  /** As far back as the run that was asked for shall go at least. */
  readonly requestedFrom: Instant | null;
  /** In place of the grace of the settings, for the run that was asked for. */
  readonly requestedGraceMs: number | null;
  /** When the oldest difference moved that nobody has resolved or decided, within the look-back. */
  readonly oldestOpenAt: Instant | null;
}

export interface ReconciliationTimes {
  readonly everyMs: number;
  readonly recheckEveryMs: number;
}

/** Somebody has asked since it was compared last. */
const isAskedSql = "requested_at > coalesce(compared_at, '-infinity')";

const claimText = `
with due as (
  select account from statement_accounts
  where account = any($1::text[]) and (claimed_until is null or claimed_until < now())
    and (compared_at is null or compared_at <= now() - make_interval(secs => $2) or requested_at > compared_at)
  order by compared_at nulls first limit 1 for update skip locked)
update statement_accounts as one set claimed_until = now() + make_interval(secs => $4), retired_at = null
from due where one.account = due.account
returning one.account, now() as now, compared_until as "comparedUntil", requested_at as "requestedAt",
  case when ${isAskedSql} then requested_from end as "requestedFrom",
  case when ${isAskedSql} then requested_grace_ms end as "requestedGraceMs",
  (rechecked_at is null or rechecked_at <= now() - make_interval(secs => $3)
    or ${isAskedSql}) as "isRecheckDue",
  (select min(occurred_at) from statement_differences as open
    where open.account = one.account and ${openSql}
      and occurred_at > now() - make_interval(secs => $5)) as "oldestOpenAt"`;

/** One process works on an account; who is due longest comes first. What somebody called retired by mistake is not: it is compared. */
export async function claimDueAccount(
  database: Pick<Database, "query">,
  accounts: readonly { readonly account: string }[],
  { everyMs, recheckEveryMs }: ReconciliationTimes,
): Promise<DueAccount | undefined> {
  const { claimMs, lookBackMs } = reconciliationLimits;
  const seconds = [everyMs, recheckEveryMs, claimMs, lookBackMs].map((ms) => ms / 1_000);
  const names = accounts.map(({ account }) => account);
  const [due] = await database.query<DueAccount>(CompiledQuery.raw(claimText, [names, ...seconds]));
  return due;
}

/** One reading of a statement, for as long as no other has begun. */
export interface Reading {
  readonly number: bigint;
  /** Takes the account for another while; false once somebody else works on it, or shall: who leaves hands it back. */
  readonly goesOn: () => Promise<boolean>;
}

const beginText = `
insert into statement_accounts (account, readings) values ($1, 1)
on conflict (account) do update set readings = statement_accounts.readings + 1
returning readings`;

const goOnText = `
update statement_accounts set claimed_until = now() + make_interval(secs => $3)
where account = $1 and readings = $2 returning 1`;

const handBackText =
  "update statement_accounts set claimed_until = null where account = $1 and readings = $2";

export async function beginReading(
  database: Pick<Database, "query">,
  account: string,
  isLeaving: () => boolean = () => false,
): Promise<Reading> {
  const [begun] = await database.query<{ readings: bigint }>(
    CompiledQuery.raw(beginText, [account]),
  );
  const number = begun?.readings ?? 0n;
  const goOn = CompiledQuery.raw(goOnText, [account, number, reconciliationLimits.claimMs / 1_000]);
  const handBack = CompiledQuery.raw(handBackText, [account, number]);
  return {
    number,
    async goesOn() {
      if (!isLeaving()) return (await database.query(goOn)).length > 0;
      await database.query(handBack);
      return false;
    },
  };
}

interface OwnedAccount {
  readonly account: string;
  readonly source: { readonly provider: string };
}

const nameText =
  "select account from statement_accounts where provider = $1 and account in ($2, $3)";

const insertText = `
insert into statement_accounts (account, provider) values ($1, $2)
on conflict (account) do update set provider = $2
where statement_accounts.provider is null or statement_accounts.provider = $2 returning account`;

/**
 * The accounts of a service under the names that they have for good. An account stays its provider's, whatever the order of the setting: who came to stand in front would otherwise be compared with what
 * another one carried out, and differences of that one would be resolved by a statement that knows nothing of it.
 */
export async function nameAccounts<Account extends OwnedAccount>(
  database: Pick<Database, "query">,
  accounts: readonly Account[],
): Promise<readonly Account[]> {
  const named: Account[] = [];
  for (const one of accounts) {
    named.push({ ...one, account: await nameAccount(database, one) });
  }
  return named;
}

async function nameAccount(
  database: Pick<Database, "query">,
  { account, source: { provider } }: OwnedAccount,
): Promise<string> {
  const [base = account] = account.split("/");
  const ownName = `${base}/${provider}`;
  const [known] = await database.query<{ account: string }>(
    CompiledQuery.raw(nameText, [provider, base, ownName]),
  );
  if (known !== undefined) return known.account;
  const [first] = await database.query<{ account: string }>(
    CompiledQuery.raw(insertText, [account, provider]),
  );
  if (first !== undefined) return first.account;
  await database.query(CompiledQuery.raw(insertText, [ownName, provider]));
  return ownName;
}

const retireText =
  "update statement_accounts set retired_at = now(), last_error = null where account = $1 returning 1";

/** Nobody is asked about it any more, until a service whose settings name its provider compares it again. False where there is none of the name. */
export async function retireAccount(
  database: Pick<Database, "query">,
  account: string,
): Promise<boolean> {
  return (await database.query(CompiledQuery.raw(retireText, [account]))).length > 0;
}

/** A request that came during the run stays: it is younger than the beginning of the run. */
export async function releaseAccount(
  database: Pick<Database, "query">,
  { account, now, isRecheckDue }: DueAccount,
  end:
    | { readonly comparedUntil: Instant; readonly lacks: string | null }
    | { readonly error: string },
): Promise<void> {
  if ("error" in end) {
    const text = `update statement_accounts set last_error = $2,
      claimed_until = now() + make_interval(secs => $3) where account = $1`;
    const pauseSeconds = reconciliationLimits.retryPauseMs / 1_000;
    await database.query(CompiledQuery.raw(text, [account, end.error, pauseSeconds]));
    return;
  }
  const text = `update statement_accounts set claimed_until = null, last_error = $5, compared_at = $2,
    compared_until = greatest(compared_until, $3::timestamptz),
    rechecked_at = case when $4::boolean then $2::timestamptz else rechecked_at end where account = $1`;
  const values = [account, now, end.comparedUntil, isRecheckDue, end.lacks];
  await database.query(CompiledQuery.raw(text, values));
}

export interface ComparisonRequest {
  readonly from: Instant | null;
  /** Null keeps the grace of the settings; 0 judges whatever has moved. */
  readonly graceMs: number | null;
}

/** `least` passes over what is null. */
const requestText = `
update statement_accounts set requested_at = clock_timestamp(),
  requested_from = least($1::timestamptz, case when ${isAskedSql} then requested_from end),
  requested_grace_ms = least($2::int, case when ${isAskedSql} then requested_grace_ms end),
  last_error = null, claimed_until = case when last_error is null then claimed_until end
returning requested_at as at`;

/**
 * Has the accounts compared again as soon as a service looks, also what was called retired: who still serves it takes it back. Who has
 * asked before and waits on gets no less by it: the next run goes as far back, and is as strict, as any of them wants. Returns when it was
 * asked for.
 */
export async function requestComparison(
  database: Pick<Database, "query">,
  { from, graceMs }: ComparisonRequest,
): Promise<Instant | undefined> {
  const rows = await database.query<{ at: Instant }>(
    CompiledQuery.raw(requestText, [from, graceMs]),
  );
  return rows.map(({ at }) => at).toSorted()[0];
}
