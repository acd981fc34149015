import type { AccountId, Instant } from "@sanu/kernel";
import { type Database, refuse, type Session, type Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { type FoundFactors, loadFactors, type OfSession } from "./load-factors.ts";

export function lockFactors(accountId: AccountId): Statement {
  const text = "select pg_advisory_xact_lock(hashtextextended('second-factors:' || $1::text, 0))";
  return CompiledQuery.raw(text, [accountId]);
}

/** Changes or proves the factors of an account, one change after the other: what was found is true until the commit. */
export function changeFactors<Outcome>(
  database: Pick<Database, "transaction">,
  { of, at }: { readonly of: OfSession; readonly at: Instant },
  work: (session: Session, found: FoundFactors) => Promise<Outcome>,
) {
  return database.transaction(async (session) => {
    const locked = session.query(lockFactors(of.accountId));
    const [found] = await Promise.all([loadFactors(session, of, at), locked]);
    return found === undefined ? refuse("unauthenticated") : work(session, found);
  });
}
