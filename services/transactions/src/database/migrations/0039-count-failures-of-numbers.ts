// Anybody can sell to anybody's number over an operator that does not have it, and has the sats back; five such sales kept its owner
// from ordering for a day. Whoever has paid with the number, or was paid there, has her own failures counted there alone.
import type { Migration } from "@sanu/platform";

export const countFailuresOfNumbers: Migration = {
  kind: "expand",
  statements: [
    // Of her newest orders, as with the receivers that sats have arrived at.
    `create function has_dealt_with(of_account uuid, of_number text) returns boolean language sql stable as $$
      select has_paid_with(of_account, of_number) or exists (
        select from (
          select transaction_id from transaction_list
          where account_id = of_account and transaction_type = 'SELL_BITCOIN' and status = 'COMPLETED'
          order by created_at desc, transaction_id desc limit 1000
        ) as arrived join order_persons as named using (transaction_id)
        where named.subject = 'number ' || of_number)
    $$`,
    `create or replace function refuse_after_failures(
      of_account uuid, of_number text, of_receiver text,
      account_max int, number_max int, receiver_max int, window_seconds float8
    ) returns void language plpgsql stable as $$
      declare
        since timestamptz := now() - make_interval(secs => window_seconds);
      begin
        if (account_max > 0 and account_max <= (select count(*) from failed_payouts
              where account_id = of_account and failed_at > since))
          or (number_max > 0 and number_max <= (select count(*) from failed_payouts
              where number = of_number and failed_at > since)
            and (number_max <= (select count(*) from failed_payouts
                where number = of_number and failed_at > since and account_id = of_account)
              or not has_dealt_with(of_account, of_number)))
          or (receiver_max > 0 and receiver_max <= (select count(*) from failed_payouts
              where receiver = of_receiver and failed_at > since)
            and (receiver_max <= (select count(*) from failed_payouts
                where receiver = of_receiver and failed_at > since and account_id = of_account)
              or not has_received_at(of_account, of_receiver)))
        then
          raise exception 'too many failed payouts'
            using errcode = '23514', constraint = 'failed_payouts_max';
        end if;
      end $$`,
  ],
};
