// Anybody can order to anybody's address what it does not take, and has the money back; five such orders kept its owner from ordering
// for a day. To whom sats have arrived there, her own failures count there alone.
import type { Migration } from "@sanu/platform";

export const countFailuresOfReceivers: Migration = {
  kind: "expand",
  statements: [
    // Of her newest orders, as with the numbers that she has paid with.
    `create function has_received_at(of_account uuid, of_receiver text) returns boolean language sql stable as $$
      select exists (
        select from (
          select transaction_id from transaction_list
          where account_id = of_account and transaction_type = 'BUY_BITCOIN' and status = 'COMPLETED'
          order by created_at desc, transaction_id desc limit 1000
        ) as arrived join order_persons as named using (transaction_id)
        where named.receiver = of_receiver)
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
              where number = of_number and failed_at > since))
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
