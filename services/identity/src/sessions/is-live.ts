import type { Instant } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const liveText = `
select 1 from tokens join sessions using (session_id)
where token_id = $1 and session_id = $2 and ended_at is null and expires_at > $3
  and not exists (select 1 from revocations
    where revoked_id = $1 and valid_from <= $3 and valid_until > $3)`;

/** Whether a token of a session is neither over nor revoked, straight from the database. */
export async function isLive(
  database: Database,
  token: { readonly sessionId: string; readonly tokenId: string },
  at: Instant,
): Promise<boolean> {
  const { sessionId, tokenId } = token;
  const rows = await database.lookUp(CompiledQuery.raw(liveText, [tokenId, sessionId, at]));
  return rows.length > 0;
}
