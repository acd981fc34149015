import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { BalanceSides } from "./found-of.ts";
import { reconciliationLimits } from "./limits.ts";
import { effectOf, type MatchRule, matchIdOf, type StatedMovement } from "./movement.ts";

/** What the rails package calls a statement rail, as much of it as is needed here. */
export interface StatementSource {
  readonly provider: string;
  readonly readPage: (query: {
    readonly account: string;
    readonly from: Instant;
    readonly to: Instant;
    readonly cursor: string | null;
  }) => Promise<
    | { readonly kind: "accepted"; readonly value: StatementPage }
    | { readonly kind: "rejected"; readonly reason: string }
    | { readonly kind: "unknown"; readonly cause: string }
  >;
}

interface StatementPage {
  readonly lines: readonly Omit<StatedMovement, "matchId">[];
  readonly next: string | null;
  readonly balances: {
    readonly currency: "XOF" | "SATS";
    readonly opening: bigint;
    readonly closing: bigint;
  } | null;
}

export interface ReadPeriod {
  readonly account: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly matchBy: MatchRule;
}

/** `unread`: not every page came, so nothing can be said of what is missing. */
export type StagedStatement =
  | { readonly kind: "staged"; readonly lines: number; readonly balance: BalanceSides | null }
  | { readonly kind: "unread"; readonly why: string };

const beginText = `
insert into statement_accounts (account, readings) values ($1, 1)
on conflict (account) do update set readings = statement_accounts.readings + 1
returning readings`;

/** The same reference twice in one reading has two places; an older reading never writes over a younger one. */
const insertText = `
insert into statement_lines (account, reference, place, match_id, key, kind, currency, amount, fee, state, at, reading)
select $1, line.reference, row_number() over (partition by line.reference) + (
    select count(*) from statement_lines as known
    where known.account = $1 and known.reference = line.reference and known.reading = $2),
  line.match_id, line.key, line.kind, line.currency, line.amount, line.fee, line.state, line.at, $2
from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[],
    $10::text[], $11::timestamptz[])
  as line(reference, match_id, key, kind, currency, amount, fee, state, at)
on conflict (account, reference, place) do update set match_id = excluded.match_id, key = excluded.key,
  kind = excluded.kind, currency = excluded.currency, amount = excluded.amount, fee = excluded.fee,
  state = excluded.state, at = excluded.at, reading = excluded.reading
where statement_lines.reading <= excluded.reading`;

const endText = `
delete from statement_lines where account = $1 and at >= $2 and at < $3 and reading < $4`;

/** Reads all pages of a period into the table, in place of what was read of it before. */
export async function stageStatement(
  database: Pick<Database, "query">,
  source: StatementSource,
  period: ReadPeriod,
): Promise<StagedStatement> {
  const { account, from, to, matchBy } = period;
  const [begun] = await database.query<{ readings: bigint }>(
    CompiledQuery.raw(beginText, [account]),
  );
  const reading = begun?.readings ?? 0n;
  let cursor: string | null = null;
  let [lines, moved] = [0, 0n];
  for (let page = 0; page < reconciliationLimits.pagesMax; page += 1) {
    const outcome = await source.readPage({ account, from, to, cursor });
    if (outcome.kind === "rejected") return { kind: "unread", why: outcome.reason };
    if (outcome.kind === "unknown") return { kind: "unread", why: outcome.cause };
    const { lines: read, next, balances } = outcome.value;
    if (read.length > 0) await database.query(insertLines({ account, matchBy, reading }, read));
    lines += read.length;
    moved += read.reduce((sum, line) => sum + effectOf(line), 0n);
    cursor = next;
    if (cursor !== null) continue;
    await database.query(CompiledQuery.raw(endText, [account, from, to, reading]));
    if (balances === null) return { kind: "staged", lines, balance: null };
    const { currency, opening, closing: stated } = balances;
    return {
      kind: "staged",
      lines,
      balance: { currency, expected: opening + moved, stated, from },
    };
  }
  return { kind: "unread", why: "too-many-pages" };
}

export async function hasLines(
  database: Pick<Database, "query">,
  account: string,
): Promise<boolean> {
  const text = "select 1 from statement_lines where account = $1 limit 1";
  return (await database.query(CompiledQuery.raw(text, [account]))).length > 0;
}

/** Lines that nobody will compare any more, a batch of the oldest. */
export async function deleteOldLines(
  database: Pick<Database, "query">,
  account: string,
  before: Instant,
): Promise<void> {
  const text = `delete from statement_lines where (account, reference, place) in (
    select account, reference, place from statement_lines
    where account = $1 and at < $2 order by at limit $3)`;
  const { deletedRowsMax } = reconciliationLimits;
  await database.query(CompiledQuery.raw(text, [account, before, deletedRowsMax]));
}

function insertLines(
  into: Pick<ReadPeriod, "account" | "matchBy"> & { readonly reading: bigint },
  lines: StatementPage["lines"],
) {
  return CompiledQuery.raw(insertText, [
    into.account,
    into.reading,
    lines.map(({ reference }) => reference),
    lines.map((line) => matchIdOf(line, into.matchBy)),
    lines.map(({ key }) => key),
    lines.map(({ kind }) => kind),
    lines.map(({ currency }) => currency),
    lines.map(({ amount }) => amount),
    lines.map(({ fee }) => fee),
    lines.map(({ state }) => state),
    lines.map(({ at }) => at),
  ]);
}
