// Of a number's month counts what was paid, whoever ordered it, and what the same account has open: an order that only names a
// number uses up nothing of whoever has it. What is paid beyond the month begins no payout.
import type { Migration } from "@sanu/platform";

export const countPaidNumbers: Migration = {
  kind: "expand",
  statements: [
    // The limit of the order, where its number counts once it is paid.
    "alter table order_persons add column limit_xof bigint",
    // Once, however often.
    `create function count_paid_for_person(of_transaction uuid) returns void language plpgsql volatile as $$
      declare
        paid order_persons;
      begin
        for paid in update order_persons set is_counted = true
          where transaction_id = of_transaction and ended_at is null and not is_counted
            and limit_xof is not null returning *
        loop
          insert into person_months as held (subject, month, reserved_xof, used_xof, changed_at)
            values (paid.subject, paid.month, paid.amount_xof, 0, now())
            on conflict (subject, month) do update
              set reserved_xof = held.reserved_xof + paid.amount_xof, changed_at = now();
        end loop;
      end $$`,
    // Whoever holds the row of the month is alone with what was paid in it.
    `create function hold_person_month(of_subject text, of_month text) returns bigint
      language sql volatile as $$
        insert into person_months as held (subject, month, reserved_xof, used_xof, changed_at)
          values (of_subject, of_month, 0, 0, now())
          on conflict (subject, month) do update set changed_at = now()
          returning reserved_xof + used_xof
      $$`,
    `create function refuse_payout_beyond_month(of_transaction uuid)
      returns void language plpgsql volatile as $$
      declare
        paid order_persons;
      begin
        for paid in select * from order_persons
          where transaction_id = of_transaction and ended_at is null and not is_counted
            and limit_xof is not null
        loop
          if hold_person_month(paid.subject, paid.month) + paid.amount_xof > paid.limit_xof then
            raise exception 'more was paid than the month of the number allows'
              using errcode = '23514', constraint = 'person_months_no_payouts';
          end if;
        end loop;
      end $$`,
    `create function count_for_number(
      of_transaction uuid, of_account uuid, of_subject text, of_receiver text, of_month text,
      amount bigint, limit_of_order bigint
    ) returns void language plpgsql volatile as $$
      declare
        paid_xof bigint;
        open_xof bigint;
      begin
        -- What was paid, or ended, at a service of a release before is counted here by whoever orders next.
        perform count_paid_for_person(known.transaction_id)
          from order_persons as known join transaction_list as list using (transaction_id)
          where known.subject = of_subject and known.ended_at is null and not known.is_counted
            and known.limit_xof is not null and list.status in ('PROCESSING', 'COMPLETED');
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
        perform count_for_person(of_transaction, 'document ' || known.document, null, of_month,
            amount, limit_xof, open_max)
          from (select document from account_documents where account_id = of_account
            order by document) as known;
      end $$`,
  ],
};
