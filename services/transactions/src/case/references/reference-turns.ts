import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const lockText = "select pg_advisory_xact_lock(hashtextextended('verdict reference ' || $1, 0))";

/**
 * Verdicts with the same name of money are approved one behind the other, so that the second one's look finds the first. The lock
 * is a transaction of its own, for an append begins with its events; in a process one has it, or all connections could wait:
 * a pool has two at least. No more wait here than requests are served at once.
 */
export function createReferenceTurns(database: Pick<Database, "transaction">) {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(reference: string, work: () => Promise<Result>): Promise<Result> => {
    const locked = () =>
      database.transaction(async (session) => {
        await session.query(CompiledQuery.raw(lockText, [reference]));
        return work();
      });
    const turn = last.then(locked, locked);
    last = turn;
    return turn;
  };
}
