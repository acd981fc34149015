import { CompiledQuery } from "kysely";
import type { Database } from "../../database/open-database.ts";
import { runOnClient } from "../../database/run-batch.ts";

export class AlreadyRunningError extends Error {
  override readonly name = "AlreadyRunningError";
}

const lockText = "select pg_try_advisory_lock(hashtextextended('sanu-projections', 0)) as locked";
const unlock = CompiledQuery.raw(
  "select pg_advisory_unlock(hashtextextended('sanu-projections', 0))",
);

/**
 * The server forgets who died. Throws `AlreadyRunningError` while somebody else does such work on the database. The signal of the work is
 * the caller's, and says too that the connection that keeps others away is lost.
 */
export async function onlyOne<Result>(
  { connections }: Pick<Database, "connections">,
  stop: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const client = await connections.acquire();
  let broken: unknown;
  const lost = new AbortController();
  const lose = (): void => {
    lost.abort(new Error("The connection that keeps other rebuilds away was lost"));
  };
  client.once("end", lose);
  try {
    const [result] = await runOnClient(client, [CompiledQuery.raw(lockText)]);
    const [row] = result?.rows ?? [];
    if (!(row as { readonly locked: boolean } | undefined)?.locked) {
      throw new AlreadyRunningError("Another rebuild or repair is running on this database");
    }
    try {
      return await work(AbortSignal.any([lost.signal, ...(stop === undefined ? [] : [stop])]));
    } finally {
      if (!lost.signal.aborted) await runOnClient(client, [unlock]);
    }
  } catch (error) {
    broken = error instanceof AlreadyRunningError ? undefined : error;
    throw error;
  } finally {
    client.off("end", lose);
    connections.release(client, broken);
  }
}
