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

/** The server forgets who died. Throws `AlreadyRunningError` while somebody else does such work on the database. */
export async function onlyOne<Result>(
  { connections }: Pick<Database, "connections">,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await connections.acquire();
  let broken: unknown;
  try {
    const [result] = await runOnClient(client, [CompiledQuery.raw(lockText)]);
    const [row] = result?.rows ?? [];
    if (!(row as { readonly locked: boolean } | undefined)?.locked) {
      throw new AlreadyRunningError("Another rebuild or repair is running on this database");
    }
    try {
      return await work();
    } finally {
      await runOnClient(client, [unlock]);
    }
  } catch (error) {
    broken = error instanceof AlreadyRunningError ? undefined : error;
    throw error;
  } finally {
    connections.release(client, broken);
  }
}
