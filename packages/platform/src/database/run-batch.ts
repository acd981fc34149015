import type pg from "pg";
import { Batch, type Outcome } from "./batch.ts";
import type { Connections, MayGoOn } from "./connections.ts";
import { isPlanOutdated, RolledBackError } from "./errors.ts";
import { reportStored, type Statement } from "./statement.ts";

export async function runAlone(
  connections: Connections,
  statements: readonly Statement[],
  mayGoOn?: MayGoOn,
): Promise<readonly Outcome[]> {
  const client = await connections.acquire(mayGoOn);
  const outcomes = await runAndRelease(connections, client, statements);
  reportStored(statements, outcomes);
  return outcomes;
}

export async function runAndRelease(
  connections: Connections,
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<readonly Outcome[]> {
  try {
    const outcomes = await runOnFreshPlans(client, statements);
    assertEnded(client);
    connections.release(client);
    return outcomes;
  } catch (error) {
    connections.release(client, error);
    throw error;
  }
}

/** Where a table got a column behind the plan of a statement nothing was stored, and the connection has prepared nothing any more. */
async function runOnFreshPlans(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<readonly Outcome[]> {
  try {
    return await runOnClient(client, statements);
  } catch (error) {
    if (!isPlanOutdated(error)) throw error;
    return runOnClient(client, statements);
  }
}

export async function runOnClient(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<readonly Outcome[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
  const settle = (error: unknown, outcomes: readonly Outcome[]) =>
    error === undefined ? resolve(outcomes) : reject(error);
  client.query(new Batch(statements, settle));
  try {
    return await promise;
  } catch (error) {
    // The driver's errors begin where bytes are read; whoever reads a log wants to know who asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** On a connection that was left inside a transaction a batch has committed nothing. */
function assertEnded(client: pg.PoolClient): void {
  if (client.getTransactionStatus() === "I") return;
  throw new RolledBackError("The connection was left inside a transaction");
}
