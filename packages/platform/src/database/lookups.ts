import { failedStatement, type Outcome } from "./batch.ts";
import type { Connections, GroupMetrics } from "./connections.ts";
import { isDatabaseAway, isPlanOutdated } from "./errors.ts";
import { createGathering } from "./gathering.ts";
import { databaseLimits as limits } from "./limits.ts";
import { runAlone } from "./run-batch.ts";
import { type Statement, setLocal } from "./statement.ts";

/** The rows of one statement that only reads, and reads little. */
export type LookUp = <Row>(statement: Statement) => Promise<Row[]>;

interface Lookup {
  readonly statement: Statement;
  readonly settle: PromiseWithResolvers<readonly unknown[]>;
  readonly sinceMs: number;
}

/**
 * What is looked up in one turn of the event loop, or while others are under way, is asked in one round trip: Postgres and we are
 * woken once for all. Each sees what is committed when it comes to it. Where one is refused it is asked again by itself, and the others
 * once more together.
 */
export function createLookups(connections: Connections, metrics?: GroupMetrics): LookUp {
  const gather = createGathering<Lookup>({
    choose: (waiting) => waiting.slice(0, limits.groupMembersMax),
    besideMax: limits.lookupGroupsBesideMax,
    count: metrics && ((size) => metrics.countGroup("lookup", size)),
    send: (lookups) => lookUpTogether(connections, lookups, () => metrics?.countRefused("lookup")),
    patienceMs: () => limits.groupPatienceMs,
  });
  return async <Row>(statement: Statement) => {
    const settle = Promise.withResolvers<readonly unknown[]>();
    gather({ statement, settle, sinceMs: performance.now() });
    // What the columns are is known to whoever wrote the statement.
    return (await settle.promise) as Row[];
  };
}

async function lookUpTogether(
  connections: Connections,
  lookups: readonly Lookup[],
  onRefused: () => void,
  round = 1,
): Promise<void> {
  const statements = lookups.map(({ statement }) => statement);
  try {
    settleEach(lookups, await ask(connections, statements));
  } catch (error) {
    const isAlone = lookups.length === 1;
    if (isDatabaseAway(error) || (isAlone && (round > 1 || !isPlanOutdated(error)))) {
      for (const { settle } of lookups) settle.reject(error);
      return;
    }
    if (!isAlone) onRefused();
    const again = partsBehind(error, lookups, round).map((part) =>
      lookUpTogether(connections, part, onRefused, round + 1),
    );
    await Promise.all(again);
  }
}

/** The one that was refused by itself and the others together; each by itself where it is not known, or was too often. */
function partsBehind(
  error: unknown,
  lookups: readonly Lookup[],
  round: number,
): readonly (readonly Lookup[])[] {
  const refused = round < limits.groupRoundsMax ? lookups[placeOf(error)] : undefined;
  if (refused === undefined || lookups.length === 1) return lookups.map((one) => [one]);
  return [[refused], lookups.filter((one) => one !== refused)];
}

/** Among them; before their statements stands one that is nobody's. */
function placeOf(error: unknown): number {
  return (failedStatement(error) ?? 0) - 1;
}

/**
 * Time limits of the server count for each statement, that of the client for all of them, and behind that the server is taken for
 * lost. Beside others each has so little time that all are done by then; who needs more gets it by itself.
 */
async function ask(
  connections: Connections,
  statements: readonly Statement[],
): Promise<readonly Outcome[]> {
  if (statements.length === 1) return runAlone(connections, statements);
  const [, ...outcomes] = await runAlone(connections, [beBrief, ...statements]);
  return outcomes;
}

const beBrief = setLocal("statement_timeout", limits.lookupTimeoutMs);

function settleEach(lookups: readonly Lookup[], outcomes: readonly Outcome[]): void {
  for (const [index, { settle }] of lookups.entries()) settle.resolve(outcomes[index]?.rows ?? []);
}
