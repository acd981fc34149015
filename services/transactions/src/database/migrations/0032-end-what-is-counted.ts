// The end of an order gives back what its number counts by then, also where somebody who orders with the same number counts it at
// that moment. Whoever counts or ends locks the month first, and the order behind it: nobody waits for each other.
import type { Migration } from "@sanu/platform";

export const endWhatIsCounted: Migration = {
  kind: "expand",
  statements: [
    // Once, however often.
    `create or replace function count_paid_for_person(of_transaction uuid)
      returns void language plpgsql volatile as $$
      declare
        paid order_persons;
      begin
        for paid in select * from order_persons
          where transaction_id = of_transaction and ended_at is null and not is_counted
            and limit_xof is not null
        loop
          perform hold_person_month(paid.subject, paid.month);
          -- It may have been counted, or have ended, before the month was ours.
          update order_persons set is_counted = true
            where transaction_id = of_transaction and subject = paid.subject
              and ended_at is null and not is_counted;
          continue when not found;
          update person_months
            set reserved_xof = reserved_xof + paid.amount_xof, changed_at = now()
            where subject = paid.subject and month = paid.month;
        end loop;
      end $$`,
    // Once, however often: what has ended, and what an older release ordered, counts for nobody.
    `create or replace function end_for_person(of_transaction uuid, is_spent boolean)
      returns void language plpgsql volatile as $$
      declare
        counted order_persons;
      begin
        for counted in select * from order_persons
          where transaction_id = of_transaction and ended_at is null order by subject desc
        loop
          perform from person_months
            where subject = counted.subject and month = counted.month for update;
          -- What it is now: it may have been counted, or have ended, since it was looked for.
          update order_persons set ended_at = now()
            where transaction_id = of_transaction and subject = counted.subject
              and ended_at is null
            returning * into counted;
          continue when not found or not counted.is_counted;
          update person_months set reserved_xof = reserved_xof - counted.amount_xof,
              used_xof = used_xof + case when is_spent then counted.amount_xof else 0 end,
              changed_at = now()
            where subject = counted.subject and month = counted.month;
        end loop;
      end $$`,
    `create or replace function count_for_number(
      of_transaction uuid, of_account uuid, of_subject text, of_receiver text, of_month text,
      amount bigint, limit_of_order bigint
    ) returns void language plpgsql volatile as $$
      declare
        paid_xof bigint;
        open_xof bigint;
      begin
        -- What was paid, or ended, at a service of a release before is counted here by whoever orders next: the oldest month first.
        perform count_paid_for_person(paid.transaction_id)
          from (select known.transaction_id
            from order_persons as known join transaction_list as list using (transaction_id)
            where known.subject = of_subject and known.ended_at is null and not known.is_counted
              and known.limit_xof is not null and list.status in ('PROCESSING', 'COMPLETED')
            order by known.month, known.transaction_id) as paid;
        perform end_for_person(known.transaction_id, list.status = 'COMPLETED')
          from order_persons as known join transaction_list as list using (transaction_id)
          where known.subject = of_subject and known.ended_at is null
            and list.status in ('COMPLETED', 'FAILED');
        paid_xof := hold_person_month(of_subject, of_month);
        select coalesce(sum(known.amount_xof), 0) into open_xof
          from order_persons as known join transaction_list as list using (transaction_id)
          where known.subject = of_subject and known.ended_at is null and not known.is_counted
            and known.month = of_month and list.account_id = of_account;
        if paid_xof + open_xof + amount > limit_of_order then
          raise exception 'monthly limit exceeded'
            using errcode = '23514', constraint = 'allowances_limit';
        end if;
        insert into order_persons
            (transaction_id, subject, receiver, month, amount_xof, is_counted, limit_xof)
          values (of_transaction, of_subject, of_receiver, of_month, amount, false, limit_of_order);
      end $$`,
  ],
};
