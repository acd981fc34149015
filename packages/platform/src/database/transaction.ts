import { CompiledQuery } from "kysely";
import type pg from "pg";
import type { Outcome } from "./batch.ts";
import type { Connections, MayGoOn } from "./connections.ts";
import { RolledBackError } from "./errors.ts";
import { runOnClient } from "./run-batch.ts";
import { reportStored, type Statement } from "./statement.ts";

/** What is asked without awaiting leaves together, in order. */
export interface Session {
  readonly query: <Row>(statement: Statement) => Promise<Row[]>;
}

const begin = CompiledQuery.raw("begin");
const commit = CompiledQuery.raw("commit");
const rollback = CompiledQuery.raw("rollback");

export async function inTransaction<Result>(
  connections: Connections,
  work: (session: Session) => Promise<Result>,
  mayGoOn?: MayGoOn,
): Promise<Result> {
  const client = await connections.acquire(mayGoOn);
  const gathered = gatherOn(client);
  let broken: unknown;
  let reportAll: (() => void) | undefined;
  try {
    const begun = gathered.run(begin);
    // The work fails of itself when it has not begun.
    begun.catch(() => undefined);
    const result = await work({
      async query<Row>(statement: Statement) {
        const { rows } = await gathered.run(statement);
        // What the columns are is known to whoever wrote the statement.
        return rows as Row[];
      },
    });
    await begun;
    assertCommitted(await gathered.run(commit));
    reportAll = () => gathered.report();
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    connections.release(client, broken);
    reportAll?.();
  }
}

/** When one statement fails, all that follow it fail with it. */
function gatherOn(client: pg.PoolClient) {
  let waiting: { statement: Statement; settle: PromiseWithResolvers<Outcome> }[] = [];
  const done: { readonly statement: Statement; readonly outcome: Outcome }[] = [];
  const send = async (): Promise<void> => {
    const sent = waiting;
    waiting = [];
    try {
      const outcomes = await runOnClient(
        client,
        sent.map(({ statement }) => statement),
      );
      for (const [index, { statement, settle }] of sent.entries()) {
        const outcome = outcomes[index] ?? { rows: [], command: "" };
        settle.resolve(outcome);
        if (statement.onStored !== undefined) done.push({ statement, outcome });
      }
    } catch (error) {
      for (const { settle } of sent) settle.reject(error);
    }
  };
  return {
    run(statement: Statement): Promise<Outcome> {
      const settle = Promise.withResolvers<Outcome>();
      waiting.push({ statement, settle });
      if (waiting.length === 1) process.nextTick(send);
      return settle.promise;
    },
    /** Behind the commit. */
    report(): void {
      const statements = done.map(({ statement }) => statement);
      reportStored(
        statements,
        done.map(({ outcome }) => outcome),
      );
    },
  };
}

/** A COMMIT behind a failed statement is answered with ROLLBACK. */
function assertCommitted({ command }: Outcome): void {
  if (command !== "COMMIT") throw new RolledBackError("The transaction was rolled back");
}

/** Returns the error when the connection is of no use any more. */
async function rollBack(client: pg.PoolClient): Promise<unknown> {
  try {
    await runOnClient(client, [rollback]);
    return undefined;
  } catch (error) {
    return error ?? new Error("rollback failed");
  }
}
