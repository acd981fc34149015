// A sale whose payout did not arrive stays open for as long as its seller says no place for her sats: all that time it counted for the
// number that was to be paid, and whoever orders with that was refused, or had held what he paid. What goes back to its seller was not
// paid to the number. It counts again where the payout arrived after all: what was open of its refund is gone then.
import type { Migration } from "@sanu/platform";

export const leaveMonthsToWhoIsPaid: Migration = {
  kind: "expand",
  statements: [
    // Of what a month counts. Looked at behind the lock of the month, by the index of what is open of a number.
    `create function on_its_way_back_of(of_subject text, of_month text) returns bigint
      language sql stable as $$
      select coalesce(sum(known.amount_xof), 0)::bigint
        from order_persons as known join transaction_list as list using (transaction_id)
        where known.subject = of_subject and known.ended_at is null and known.is_counted
          and known.month = of_month and list.transaction_type = 'SELL_BITCOIN'
          and exists (select from open_refunds as refund
            where refund.transaction_id = known.transaction_id and refund.is_of_payout)
    $$`,
    `create or replace function refuse_payout_beyond_month(of_transaction uuid)
      returns void language plpgsql volatile as $$
      declare
        paid order_persons;
        paid_xof bigint;
      begin
        for paid in select * from order_persons
          where transaction_id = of_transaction and ended_at is null and not is_counted
            and limit_xof is not null
        loop
          paid_xof := hold_person_month(paid.subject, paid.month);
          paid_xof := paid_xof - on_its_way_back_of(paid.subject, paid.month);
          if paid_xof + paid.amount_xof > paid.limit_xof then
            raise exception 'more was paid than the month of the number allows'
              using errcode = '23514', constraint = 'person_months_no_payouts';
          end if;
        end loop;
      end $$`,
    // As before but for what is on its way back.
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
        paid_xof := paid_xof - on_its_way_back_of(of_subject, of_month);
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
