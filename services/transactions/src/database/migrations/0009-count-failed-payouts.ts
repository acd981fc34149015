// Each payout or refund that failed cost us its way. So many of an account, a number or a receiver in a day, and no further
// order of theirs is taken. Unique, because the same failure counts once, and because that indexes what is counted.
import type { Migration } from "@sanu/platform";

export const countFailedPayouts: Migration = {
  kind: "expand",
  statements: [
    `create table failed_payouts (
      subject_id uuid primary key,
      transaction_id uuid not null,
      account_id uuid not null,
      number text not null,
      receiver text,
      failed_at timestamptz not null default clock_timestamp(),
      constraint failed_payouts_of_account unique (account_id, failed_at, subject_id),
      constraint failed_payouts_of_number unique (number, failed_at, subject_id),
      constraint failed_payouts_of_receiver unique (receiver, failed_at, subject_id),
      constraint failed_payouts_ended unique (failed_at, subject_id)
    )`,
    `create function refuse_after_failures(
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
              where receiver = of_receiver and failed_at > since))
        then
          raise exception 'too many failed payouts'
            using errcode = '23514', constraint = 'failed_payouts_max';
        end if;
      end $$`,
  ],
};
