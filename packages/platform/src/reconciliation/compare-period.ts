import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database, Session } from "../database/open-database.ts";
import { compareStreams, type Tally } from "./compare-streams.ts";
import type { Difference } from "./judge.ts";
import { reconciliationLimits } from "./limits.ts";
import type { BookedMovement, MatchedSides, StatedMovement } from "./movement.ts";

/**
 * How a service finds its movements on an account. Each row has the columns of `BookedMovement`; `matchId` is ordered by
 * the caller.
 */
export interface BookedQueries {
  /** When the first of it was settled in `[$1, $2)`, as `at`; null where nothing was. Reads one row. */
  readonly first: string;
  /** What was settled in `[$1, $2)`, by our clock. */
  readonly settled: string;
  /** What is known under the names `$1::text[]`, in whatever state. */
  readonly named: string;
}

/** What those queries share: the period, and names of which some are no keys of ours. */
export const bookedSql = {
  settledIn: "booked.recorded_at >= $1 and booked.recorded_at < $2",
  keysIn: `
array(select case when name ~ '^[0-9a-f-]{36}$' then name::uuid end from unnest($1::text[]) as name)`,
  firstOf: (types: string) => `
select min(recorded_at) as at from events
where event_type in (${types}) and recorded_at >= $1 and recorded_at < $2`,
} as const;

/** Of rows that name their `provider` only its own. */
export function bookedBy(
  { first, settled, named }: BookedQueries,
  provider: string,
): BookedQueries {
  if (!/^[a-z0-9-]+$/.test(provider)) throw new Error(`${provider} is no name of a provider`);
  const own = (text: string) => `select * from (${text}) as by_all where provider = '${provider}'`;
  return { first, settled: own(settled), named: own(named) };
}

export interface ComparedPeriod {
  readonly account: string;
  readonly from: Instant;
  readonly to: Instant;
}

const statedColumns = `match_id as "matchId", reference, key, kind, currency, amount, fee, state, at`;

const statedText = `
select ${statedColumns} from statement_lines where account = $3 and at >= $1 and at < $2`;

const statedNamedText = `
select ${statedColumns} from statement_lines where account = $2 and match_id = any($1::text[])
order by match_id collate "C", reference, place`;

/** In the same order each time: the first of several is the first in every run. */
const bookedNamedText = (named: string) =>
  `select * from (${named}) as known order by at, "subjectId"`;

/** When the first thing in a period moved, on either side; null where nothing did. */
export async function firstMovedAt(
  database: Pick<Database, "query">,
  { first }: BookedQueries,
  { account, from, to }: ComparedPeriod,
): Promise<Instant | null> {
  const text = `select least(
    (select at from (${first}) as booked),
    (select min(at) from statement_lines where account = $3 and at >= $1 and at < $2)) as at`;
  const [row] = await database.query<{ at: Instant | null }>(
    CompiledQuery.raw(text, [from, to, account]),
  );
  return row?.at ?? null;
}

/** Both sides come sorted from the database, a few rows at a time: nothing here grows with the period. */
export function comparePeriod(
  database: Pick<Database, "transaction">,
  queries: BookedQueries,
  of: {
    readonly period: ComparedPeriod;
    readonly tally: Tally;
    readonly known: ReadonlySet<string>;
  },
): Promise<readonly Difference[]> {
  const { period, tally, known } = of;
  const { account, from, to } = period;
  return database.transaction(async (session) => {
    const booked = cursorOf<BookedMovement>(session, "booked", {
      text: queries.settled,
      values: [from, to],
    });
    const stated = cursorOf<StatedMovement>(session, "stated", {
      text: statedText,
      values: [from, to, account],
    });
    const lookUp = (open: readonly MatchedSides[]) => lookUpIn(session, queries, account, open);
    const found: Difference[] = [];
    for await (const difference of compareStreams({ booked, stated, lookUp, known }, tally)) {
      found.push(difference);
      if (found.length >= reconciliationLimits.differencesMax) break;
    }
    return found;
  });
}

/** The same for every account: what fetches from a cursor is prepared once. */
const columnsOf = {
  booked: `"matchId", kind, currency, amount, fee, state, at, "subjectId", "transactionId"`,
  stated: `"matchId", kind, currency, amount, fee, state, at, reference, key`,
} as const;

async function* cursorOf<Row>(
  session: Session,
  name: keyof typeof columnsOf,
  query: { readonly text: string; readonly values: readonly unknown[] },
): AsyncGenerator<Row> {
  // Apart, so that the period is found by its moments: an index in the order of names holds all that ever was stated.
  const text = `declare ${name} no scroll cursor for with side as materialized (${query.text})
    select ${columnsOf[name]} from side order by "matchId" collate "C"`;
  await session.query(CompiledQuery.raw(text, [...query.values]));
  const { fetchRows } = reconciliationLimits;
  const fetch = CompiledQuery.raw(`fetch ${fetchRows} from ${name}`);
  for (;;) {
    const rows = await session.query<Row>(fetch);
    yield* rows;
    if (rows.length < fetchRows) return;
  }
}

async function lookUpIn(
  session: Session,
  { named }: BookedQueries,
  account: string,
  open: readonly MatchedSides[],
): Promise<readonly MatchedSides[]> {
  const names = open.map(({ matchId }) => matchId);
  const [booked, stated] = await Promise.all([
    session.query<BookedMovement>(CompiledQuery.raw(bookedNamedText(named), [names])),
    session.query<StatedMovement>(CompiledQuery.raw(statedNamedText, [names, account])),
  ]);
  const ours = Map.groupBy(booked, ({ matchId }) => matchId);
  const theirs = Map.groupBy(stated, ({ matchId }) => matchId);
  return names.map((matchId) => ({
    matchId,
    booked: ours.get(matchId) ?? [],
    stated: theirs.get(matchId) ?? [],
  }));
}
