import { type Instant, plusMs } from "@sanu/kernel";
import type { Database } from "../database/open-database.ts";
import type { Reading } from "./accounts.ts";
import {
  type BookedQueries,
  type ComparedPeriod,
  comparePeriod,
  firstMovedAt,
} from "./compare-period.ts";
import type { Tally } from "./compare-streams.ts";
import type { DifferenceFound } from "./difference-events.ts";
import { findOwners } from "./find-owners.ts";
import { foundOf } from "./found-of.ts";
import { reconciliationLimits } from "./limits.ts";
import { unresolvedNames } from "./unresolved.ts";

/** Compares a period piece by piece. Undefined once somebody else works on the account. */
export async function findDifferences(
  database: Pick<Database, "query" | "transaction">,
  {
    booked,
    source,
  }: { readonly booked: BookedQueries; readonly source: { readonly provider: string } },
  of: {
    readonly period: ComparedPeriod;
    readonly at: Instant;
    readonly reading: Reading;
    /** Names that nobody has judged this time. */
    readonly unanswered: readonly string[];
  },
): Promise<{ readonly tally: Tally; readonly found: readonly DifferenceFound[] } | undefined> {
  const { period, at, reading } = of;
  const unanswered = new Set(of.unanswered);
  const about = { provider: source.provider, account: period.account, at };
  const tally: Tally = { booked: 0, stated: 0, matched: 0 };
  const found: DifferenceFound[] = [];
  const known = await unresolvedNames(database, period);
  let begin: Instant = period.from;
  while (found.length < reconciliationLimits.differencesMax) {
    if (!(await reading.goesOn())) return undefined;
    // From each moment at which something moved on.
    const moved = await firstMovedAt(database, booked, { ...period, from: begin });
    if (moved === null) break;
    const next = plusMs(moved, reconciliationLimits.bucketMs);
    begin = next < period.to ? next : period.to;
    const piece = { ...period, from: moved, to: begin };
    const all = await comparePeriod(database, booked, { period: piece, tally, known });
    const differences = all.filter(({ matchId }) => !unanswered.has(matchId));
    const owners = await findOwners(database, differences);
    found.push(...differences.map((one) => foundOf(one, about, owners.get(one.stated?.key ?? ""))));
  }
  return { tally, found };
}
