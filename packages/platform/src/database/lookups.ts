import type { Outcome } from "./batch.ts";
import type { Connections, GroupMetrics } from "./connections.ts";
import { isDatabaseAway } from "./errors.ts";
import { createGathering } from "./gathering.ts";
import { databaseLimits as limits } from "./limits.ts";
import { runAlone } from "./run-batch.ts";
import type { Statement } from "./statement.ts";

/** The rows of one statement that only reads, and reads little. */
export type LookUp = <Row>(statement: Statement) => Promise<Row[]>;

interface Lookup {
  readonly statement: Statement;
  readonly settle: PromiseWithResolvers<readonly unknown[]>;
  readonly sinceMs: number;
}

/**
 * What is looked up in one turn of the event loop, or while others are under way, is asked in one round trip: Postgres and we are
 * woken once for all. Each sees what is committed when it comes to it. Where one is refused all are asked again, each by itself.
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
): Promise<void> {
  const statements = lookups.map(({ statement }) => statement);
  try {
    settleEach(lookups, await runAlone(connections, statements));
  } catch (error) {
    if (lookups.length === 1 || isDatabaseAway(error)) {
      for (const { settle } of lookups) settle.reject(error);
    } else {
      onRefused();
      await Promise.all(lookups.map((one) => lookUpTogether(connections, [one], onRefused)));
    }
  }
}

function settleEach(lookups: readonly Lookup[], outcomes: readonly Outcome[]): void {
  for (const [index, { settle }] of lookups.entries()) settle.resolve(outcomes[index]?.rows ?? []);
}
