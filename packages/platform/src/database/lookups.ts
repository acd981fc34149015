import { failedStatement, type Outcome } from "./batch.ts";
import type { Connections } from "./connections.ts";
import { isDatabaseAway } from "./errors.ts";
import { createGathering, type GroupMetrics, regroup } from "./gathering.ts";
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
    kind: "lookup",
    metrics,
    choose: (waiting) => waiting.slice(0, limits.groupMembersMax),
    besideMax: limits.lookupGroupsBesideMax,
    send: (lookups, onRefused) => lookUpTogether(connections, lookups, onRefused),
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
    if (lookups.length <= 1 || isDatabaseAway(error)) {
      for (const { settle } of lookups) settle.reject(error);
      return;
    }
    onRefused();
    const { alone, together } = regroup(lookups, lookups[placeOf(error)], round);
    const parts = [...alone.map((one) => [one]), together].filter(({ length }) => length > 0);
    await Promise.all(parts.map((part) => lookUpTogether(connections, part, onRefused, round + 1)));
  }
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
