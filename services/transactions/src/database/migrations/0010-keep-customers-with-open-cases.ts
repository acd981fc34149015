// A provider that changed its word opens a case and no review: whoever may owe us, or be owed, is not erased meanwhile.
import type { Migration } from "@sanu/platform";

export const keepCustomersWithOpenCases: Migration = {
  kind: "expand",
  statements: [
    `create or replace function open_business_of(of_account uuid)
      returns setof text language plpgsql stable as $$
      begin
        return query select 'transaction' from open_transactions
          where account_id = of_account and open_count > 0;
        return query select 'refund' from open_refunds join transaction_list using (transaction_id)
          where transaction_list.account_id = of_account limit 1;
        return query select 'review' from transaction_list join transaction_detail using (transaction_id)
          where transaction_list.account_id = of_account and is_in_review limit 1;
        return query select 'review' from transaction_list join cases using (transaction_id)
          where transaction_list.account_id = of_account and cases.status <> 'closed' limit 1;
      end $$`,
  ],
};
