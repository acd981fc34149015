import type { RulingView } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

const rulingsMax = 200;

const rulingsText = `
select reason_id as id, ruled_by as by, what, reason, ruled_at as at from rulings
where account_id = $1 order by ruled_at desc, reason_id desc limit $2`;

/** What the staff decided about an account, the newest first. */
export function readRulings(database: Database, accountId: AccountId): Promise<RulingView[]> {
  return database.query<RulingView & { readonly at: Instant }>(
    CompiledQuery.raw(rulingsText, [accountId, rulingsMax]),
  );
}
