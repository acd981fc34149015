import { type Instant, plusMs } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { sessionLimits } from "./session-limits.ts";

/** One statement, so that a use recorded is a revocation written. A token that ends sooner by itself needs none. */
const firstUseText = `
with used as (
  update tokens set first_used_at = $2 where token_id = $1 and first_used_at is null
  returning replaces)
select append_revocations(array[old.token_id], $3, old.expires_at + $4::interval)
from used join tokens as old on old.token_id = used.replaces where old.expires_at > $3`;

/** The first use of a new token is the beginning of the end of the one that it replaced. */
export async function recordFirstUse(
  database: Database,
  tokenId: string,
  at: Instant,
): Promise<void> {
  await database.query(
    CompiledQuery.raw(firstUseText, [
      tokenId,
      at,
      plusMs(at, sessionLimits.overlapMs),
      `${sessionLimits.revocationMarginMs} milliseconds`,
    ]),
  );
}
