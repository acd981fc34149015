import type { Database, Session, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Entries and the responses under their keys are written and deleted by one at a time for each address. */
const lockText = "select pg_advisory_xact_lock(hashtextextended('waitlist ' || email, 0))";

/** Waits for whoever else enters or deletes an address, until the commit. */
export function lockApplicant(email: string): Statement {
  return CompiledQuery.raw(`${lockText} from (values ($1::text)) as given(email)`, [email]);
}

/** The same for the address of an account, in the commit that erases its person. */
export const lockOfAccountText = `${lockText} from account_contacts where account_id = $1`;

export async function eraseApplicant(database: Database, email: string): Promise<boolean> {
  return database.transaction(async (session: Session) => {
    await session.query(lockApplicant(email));
    const ofAddress = (text: string) => session.query(CompiledQuery.raw(text, [email]));
    await ofAddress(`delete from idempotency_keys
      where record_id in (select entry_id from waitlist where email = $1)`);
    await ofAddress("delete from code_requests where email = $1");
    const gone = await ofAddress("delete from waitlist where email = $1 returning entry_id");
    return gone.length > 0;
  });
}
