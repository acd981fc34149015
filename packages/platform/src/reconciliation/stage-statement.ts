import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { Reading } from "./accounts.ts";
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

type StatedLine = Omit<StatedMovement, "matchId">;

interface StatementPage {
  readonly lines: readonly StatedLine[];
  /** Names of which nothing is known this time, neither that there is a line nor that there is none. */
  readonly unanswered?: readonly string[];
  readonly next: string | null;
  readonly balances: {
    readonly currency: "XOF" | "SATS";
    readonly opening: bigint;
    readonly closing: bigint;
  } | null;
}

interface ReadPeriod {
  readonly account: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly matchBy: MatchRule;
}

/** `unread`: not every page came, so nothing can be said of what is missing. `overtaken`: somebody else reads it now. */
export type StagedStatement =
  | {
      readonly kind: "staged";
      readonly lines: number;
      readonly unanswered: readonly string[];
      readonly balance: BalanceSides | null;
    }
  | { readonly kind: "unread"; readonly why: string }
  | { readonly kind: "overtaken" };

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
delete from statement_lines where account = $1 and at >= $2 and at < $3 and reading < $4
  and not match_id = any($5::text[])`;

/** Reads all pages of a period into the table, in place of what was read of it before; each page while the last is written. */
export async function stageStatement(
  database: Pick<Database, "query">,
  source: StatementSource,
  { account, from, to, matchBy }: ReadPeriod,
  reading: Reading,
): Promise<StagedStatement> {
  const into = { account, matchBy, reading: reading.number };
  let waiting: StatedLine[] = [];
  const unanswered: string[] = [];
  let [lines, moved] = [0, 0n];
  let coming = source.readPage({ account, from, to, cursor: null });
  for (let page = 0; page < reconciliationLimits.pagesMax; page += 1) {
    const outcome = await coming;
    if (outcome.kind === "rejected") return { kind: "unread", why: outcome.reason };
    if (outcome.kind === "unknown") return { kind: "unread", why: outcome.cause };
    const { lines: read, next, balances } = outcome.value;
    if (next !== null) {
      coming = source.readPage({ account, from, to, cursor: next });
      // Whatever happens to it is seen when it is awaited, if it still is.
      coming.catch(() => undefined);
    }
    waiting.push(...read);
    unanswered.push(...(outcome.value.unanswered ?? []));
    if (unanswered.length > reconciliationLimits.unansweredMax) break;
    lines += read.length;
    moved += read.reduce((sum, line) => sum + effectOf(line), 0n);
    if (next !== null && waiting.length < reconciliationLimits.stagedRows) continue;
    if (waiting.length > 0) await database.query(insertLines(into, waiting));
    waiting = [];
    if (!(await reading.goesOn())) return { kind: "overtaken" };
    if (next !== null) continue;
    const end = [account, from, to, reading.number, unanswered];
    await database.query(CompiledQuery.raw(endText, end));
    if (balances === null) return { kind: "staged", lines, unanswered, balance: null };
    const { currency, opening, closing: stated } = balances;
    const balance = { currency, expected: opening + moved, stated, from };
    return { kind: "staged", lines, unanswered, balance };
  }
  const isUnanswered = unanswered.length > reconciliationLimits.unansweredMax;
  return { kind: "unread", why: isUnanswered ? "too-many-unanswered" : "too-many-pages" };
}

function insertLines(
  into: Pick<ReadPeriod, "account" | "matchBy"> & { readonly reading: bigint },
  lines: readonly StatedLine[],
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
