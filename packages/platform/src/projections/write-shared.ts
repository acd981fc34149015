import { CompiledQuery } from "kysely";
import type { Database, MayGoOn, Session, Statement } from "../database/open-database.ts";
import type { SharedRow } from "./projection.ts";

const lockText = "select pg_advisory_xact_lock(hashtextextended($1, 0))";

/**
 * The events are written first, then each row is locked by name (also one that does not exist yet), read and folded.
 * Locks are taken in the order of their names, so that two appends cannot wait for each other.
 */
export async function writeShared(
  database: Database,
  {
    statements,
    shared,
    mayGoOn,
  }: {
    readonly statements: readonly Statement[];
    readonly shared: readonly SharedRow[];
    readonly mayGoOn: MayGoOn;
  },
): Promise<void> {
  const inOrder = shared.toSorted((one, other) => (one.lockName < other.lockName ? -1 : 1));
  await database.transaction(async (session) => {
    const found = await writeAndFind(session, statements, inOrder);
    const writes = inOrder.flatMap((row, index) => row.write(found[index]) ?? []);
    await Promise.all(writes.map((write) => session.query(write)));
  }, mayGoOn);
}

async function writeAndFind(
  session: Session,
  statements: readonly Statement[],
  shared: readonly SharedRow[],
): Promise<readonly unknown[]> {
  const sent: Promise<unknown[]>[] = statements.map((statement) => session.query(statement));
  const found: Promise<unknown[]>[] = [];
  for (const row of shared) {
    sent.push(session.query(CompiledQuery.raw(lockText, [row.lockName])));
    found.push(session.query(row.find));
  }
  const results = await Promise.allSettled([...sent, ...found]);
  return results
    .map((result) => {
      if (result.status === "rejected") throw result.reason;
      return result.value[0];
    })
    .slice(sent.length);
}
