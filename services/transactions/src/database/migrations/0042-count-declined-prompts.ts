// A prompt that its phone declines counts no longer, so whoever names a number rang it again at once, and again, until its owner tired
// of it and paid for a stranger's bitcoin. Who has never paid with a number rings it no more once so many were declined within the
// time; whoever has is asked as before. An order's end is found by the index of its number, its reason in its last event.
import type { Migration } from "@sanu/platform";

export const countDeclinedPrompts: Migration = {
  kind: "expand",
  statements: [
    `create function declined_since(of_number text, since timestamptz) returns bigint
      language sql stable as $$
      select count(*) from order_persons as named join transaction_list as list using (transaction_id)
        where named.subject = 'number ' || of_number and named.ended_at > since
          and list.transaction_type = 'BUY_BITCOIN' and list.status = 'FAILED'
          and exists (select from events where stream_id = list.transaction_id
            and event_type = 'TransactionFailed' and data ->> 'reason' = 'declined')
    $$`,
    `create or replace function reserve_prompt(
      of_transaction uuid, of_number text, unanswered_max int, window_seconds float8
    ) returns void language plpgsql volatile as $$
      declare
        unanswered int;
        declined int;
        since timestamptz;
        of_account uuid;
      begin
        perform pg_advisory_xact_lock(hashtextextended('number_prompts ' || of_number, 0));
        since := clock_timestamp() - make_interval(secs => window_seconds);
        select count(*) into unanswered from number_prompts
          where number = of_number and prompted_at > since;
        declined := declined_since(of_number, since);
        if greatest(unanswered, declined) >= unanswered_max then
          select account_id into of_account from transaction_list
            where transaction_id = of_transaction;
          if has_paid_with(of_account, of_number) then
            declined := 0;
            select count(*) into unanswered
              from number_prompts join transaction_list as list using (transaction_id)
              where number = of_number and prompted_at > since and list.account_id = of_account;
          end if;
        end if;
        if greatest(unanswered, declined) >= unanswered_max then
          raise exception 'too many unanswered prompts'
            using errcode = '23514', constraint = 'number_prompts_max';
        end if;
        insert into number_prompts (transaction_id, number, prompted_at)
          values (of_transaction, of_number, clock_timestamp());
      end $$`,
  ],
};
