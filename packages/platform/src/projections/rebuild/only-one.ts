import { CompiledQuery } from "kysely";
import type { Database } from "../../database/open-database.ts";
import { runOnClient } from "../../database/run-batch.ts";

export class AlreadyRunningError extends Error {
  override readonly name = "AlreadyRunningError";
}

const lockKey = "hashtextextended('sanu-projections', 0)";
const lockText = `select pg_try_advisory_lock(${lockKey}) as locked, pg_backend_pid() as "holderPid"`;
const unlock = CompiledQuery.raw(`select pg_advisory_unlock(${lockKey})`);

/**
 * True on the very server, and in the very life of it, where the session of this number keeps others away: one that took over
 * for it, or started again, knows of no such lock.
 */
export function isTurnOf(pidPlace: number): string {
  return `exists (select from pg_locks where locktype = 'advisory' and granted and pid = $${pidPlace}
    and database = (select oid from pg_database where datname = current_database())
    and ((classid::bigint << 32) | objid::bigint) = ${lockKey})`;
}

/** How long the turn lasts, and whose it is. */
export interface Turn {
  readonly signal: AbortSignal;
  readonly holderPid: number;
}

/** A connection that broke keeps nobody away, and is heard of later than what the work found out by it. */
async function letGo(client: Parameters<typeof runOnClient>[0]): Promise<void> {
  await runOnClient(client, [unlock]).catch(() => undefined);
}

/**
 * The server forgets who died. Throws `AlreadyRunningError` while somebody else does such work on the database. The signal of the work is
 * the caller's, and says too that the connection that keeps others away is lost.
 */
export async function onlyOne<Result>(
  { connections }: Pick<Database, "connections">,
  stop: AbortSignal | undefined,
  work: (turn: Turn) => Promise<Result>,
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
    const turn = row as { readonly locked: boolean; readonly holderPid: number } | undefined;
    if (turn?.locked !== true) {
      throw new AlreadyRunningError("Another rebuild or repair is running on this database");
    }
    try {
      const signal = AbortSignal.any([lost.signal, ...(stop === undefined ? [] : [stop])]);
      return await work({ signal, holderPid: turn.holderPid });
    } finally {
      if (!lost.signal.aborted) await letGo(client);
    }
  } catch (error) {
    broken = error instanceof AlreadyRunningError ? undefined : error;
    throw error;
  } finally {
    client.off("end", lose);
    connections.release(client, broken);
  }
}
