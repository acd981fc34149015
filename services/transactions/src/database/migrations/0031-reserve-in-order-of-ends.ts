// Documents of a person are locked in the order in which an end of an order locks them: two accounts that she proved with two
// documents do not wait for each other.
import type { Migration } from "@sanu/platform";

export const reserveInOrderOfEnds: Migration = {
  kind: "expand",
  statements: [
    `create or replace function reserve_for_person(
      of_transaction uuid, of_account uuid, of_month text, amount bigint, open_max int,
      of_number text, of_receiver text, is_number_counted boolean
    ) returns void language plpgsql volatile as $$
      declare
        limit_xof bigint := monthly_limit_of(of_account);
      begin
        perform reserve_in_tier(of_account, of_month, amount, open_max);
        if is_number_counted then
          perform count_for_number(of_transaction, of_account, 'number ' || of_number, of_receiver,
            of_month, amount, limit_xof);
        else
          insert into order_persons (transaction_id, subject, receiver, month, amount_xof, is_counted)
            values (of_transaction, 'number ' || of_number, of_receiver, of_month, amount, false);
        end if;
        perform count_for_person(of_transaction, known.subject, null, of_month,
            amount, limit_xof, open_max)
          from (select 'document ' || document as subject from account_documents
            where account_id = of_account order by subject desc) as known;
      end $$`,
  ],
};
