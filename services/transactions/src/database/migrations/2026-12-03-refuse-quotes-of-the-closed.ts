// A quote that was on its way while its account was closed and erased left the hash of its idempotency key behind. Now
// quoting takes the lock of a closing, in the shared form: quotes do not wait for each other, and none passes a closing.
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const mayQuoteText = `create function may_quote(of_account uuid) returns void language plpgsql volatile as $$
  begin
    perform pg_advisory_xact_lock_shared(hashtextextended('wallet ' || of_account, 0));
    if exists (select from closed_accounts where account_id = of_account) then
      raise exception 'the account is closed'
        using errcode = '23514', constraint = 'closed_accounts_no_quotes';
    end if;
  end $$`;

export const refuseQuotesOfTheClosed: Migration = {
  async up(db) {
    await sql.raw(mayQuoteText).execute(db);
  },
};
