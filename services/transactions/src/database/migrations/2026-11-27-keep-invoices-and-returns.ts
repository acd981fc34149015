// A sale has an invoice, may lack a place for a return, and can be given one later; all three can be erased. What
// the staff wrote when they ended a review is kept beside the log, because it may tell of a person.
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const statements: readonly string[] = [
  `alter table transaction_private
    alter column receiver drop not null,
    add column invoice text,
    add column return_invoice text`,
  `create table review_resolutions (
    command_id uuid primary key,
    transaction_id uuid not null,
    resolved_by uuid not null,
    resolution text not null,
    reason text not null,
    resolved_at timestamptz not null
  )`,
  // Money that came in and is not back yet; until it is, the person is needed.
  `create table owed_returns (
    transaction_id uuid not null,
    return_key text not null,
    is_of_payout boolean not null,
    primary key (transaction_id, return_key)
  )`,
  `create or replace function open_business_of(of_account uuid)
    returns setof text language plpgsql stable as $$
    begin
      return query select 'transaction' from open_transactions
        where account_id = of_account and open_count > 0;
      return query select 'refund' from owed_returns join transaction_list using (transaction_id)
        where transaction_list.account_id = of_account limit 1;
      return query select 'review' from transaction_list join transaction_detail using (transaction_id)
        where transaction_list.account_id = of_account and is_in_review limit 1;
    end $$`,
  "create index review_resolutions_of_transaction on review_resolutions (transaction_id)",
];

export const keepInvoicesAndReturns: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
