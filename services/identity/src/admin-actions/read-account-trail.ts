import { auditTrailLimits, type GetAccountTrail, type ReplyData } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

type Trail = ReplyData<typeof GetAccountTrail>;

/** What an account is asked about: moments from the one to the other, both counted. */
export interface AccountSpan {
  readonly accountId: AccountId;
  readonly from: Instant;
  readonly to: Instant;
}

// Mails are kept for a day, so there are never many.
const mailsText = `
select kind, created_at as queued_at, sent_at from mails_to_send
where account_id = $1 and created_at between $2 and $3
order by created_at limit ${auditTrailLimits.accountEntriesMax}`;

const actsText = `
select what, acted_by as by, acted_at as at from admin_actions
where account_id = $1 and acted_at between $2 and $3
order by acted_at limit ${auditTrailLimits.accountEntriesMax}`;

/** Which mails the account was sent and what the staff did about it: kinds and moments, no address and no words. */
export async function readAccountTrail(
  database: Pick<Database, "query">,
  { accountId, from, to }: AccountSpan,
): Promise<Trail> {
  const values = [accountId, from, to];
  const [mails, acts] = await Promise.all([
    database.query<Trail["mails"][number]>(CompiledQuery.raw(mailsText, values)),
    database.query<Trail["acts"][number]>(CompiledQuery.raw(actsText, values)),
  ]);
  return { mails, acts };
}
