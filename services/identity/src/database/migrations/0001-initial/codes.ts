// Requests for a code, stored alike whether or not an account exists, so that the response's time tells nothing; and
// the one place where a code is issued, which counts what an address got within the hour.

export const codeTables: readonly string[] = [
  `create table code_requests (
    request_id uuid primary key,
    reason text not null check (reason in ('regenerate', 'reactivate', 'reset')),
    account_id uuid,
    email text,
    created_at timestamptz not null
  )`,
  "create index code_requests_created_at on code_requests (created_at)",
  // Issues a code to an account and queues its mail, unless its address had too many. The lock makes parallel
  // issues to one address count each other. An older code for the same purpose is void, and its unsent mail gone.
  `create function issue_code(of_account uuid, of_purpose text, of_otp uuid, of_hmac bytea,
      of_mail uuid, of_kind text, of_code text, at timestamptz, of_end timestamptz,
      since timestamptz, codes_max int)
    returns boolean language plpgsql volatile as $$
    declare of_email text;
    begin
      select email into of_email from account_contacts where account_id = of_account;
      if of_email is null then return false; end if;
      perform pg_advisory_xact_lock(hashtextextended('register:' || of_email, 0));
      if (select count(*) from otps join account_contacts using (account_id)
          where email = of_email and otps.created_at > since) >= codes_max then
        return false;
      end if;
      update otps set expires_at = at
        where account_id = of_account and purpose = of_purpose and used_at is null and expires_at > at;
      delete from mails_to_send where account_id = of_account and kind = of_kind
        and sent_at is null and abandoned_at is null and (claimed_until is null or claimed_until <= at);
      insert into otps (otp_id, account_id, purpose, code_hmac, created_at, expires_at)
        values (of_otp, of_account, of_purpose, of_hmac, at, of_end);
      insert into mails_to_send
          (mail_id, account_id, kind, code, created_at, useful_until, next_attempt_at)
        values (of_mail, of_account, of_kind, of_code, at, of_end, at);
      return true;
    end $$`,
];
