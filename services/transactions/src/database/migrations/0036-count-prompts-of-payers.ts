// Whoever names a number rings its phone, and three who did that kept its owner from ordering. Who has paid with the number counts
// her own prompts alone: strangers use up nothing of hers. Her account is read from the list, whose row is written before.
import type { Migration } from "@sanu/platform";

export const countPromptsOfPayers: Migration = {
  kind: "expand",
  statements: [
    // Of her newest orders: what others order with the number makes it no slower.
    `create function has_paid_with(of_account uuid, of_number text) returns boolean language sql stable as $$
      select exists (
        select from (
          select transaction_id from transaction_list
          where account_id = of_account and transaction_type = 'BUY_BITCOIN'
            and status in ('PROCESSING', 'COMPLETED')
          order by created_at desc, transaction_id desc limit 1000
        ) as paid join order_persons as named using (transaction_id)
        where named.subject = 'number ' || of_number)
    $$`,
    `create or replace function reserve_prompt(
      of_transaction uuid, of_number text, unanswered_max int, window_seconds float8
    ) returns void language plpgsql volatile as $$
      declare
        unanswered int;
        since timestamptz;
        of_account uuid;
      begin
        perform pg_advisory_xact_lock(hashtextextended('number_prompts ' || of_number, 0));
        since := clock_timestamp() - make_interval(secs => window_seconds);
        select count(*) into unanswered from number_prompts
          where number = of_number and prompted_at > since;
        if unanswered >= unanswered_max then
          select account_id into of_account from transaction_list
            where transaction_id = of_transaction;
          if has_paid_with(of_account, of_number) then
            select count(*) into unanswered
              from number_prompts join transaction_list as list using (transaction_id)
              where number = of_number and prompted_at > since and list.account_id = of_account;
          end if;
        end if;
        if unanswered >= unanswered_max then
          raise exception 'too many unanswered prompts'
            using errcode = '23514', constraint = 'number_prompts_max';
        end if;
        insert into number_prompts (transaction_id, number, prompted_at)
          values (of_transaction, of_number, clock_timestamp());
      end $$`,
  ],
};
