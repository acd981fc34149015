// Issues a code and queues its mail, which has the id of the code. An older code of the same purpose that the same device, or
// without one the same network, asked for is void, and its unsent mail gone. Where the address of a registration is somebody's
// account by now, its owner is told instead.

const ownerOfAddress = `select account_id into owner from account_contacts
      where email = of_email and verified_at is not null and account_id <> of_account`;

export const codeOfSource = issuingCodes("create", ownerOfAddress);

export function issuingCodes(create: "create" | "create or replace", findOwner: string): string {
  return `${create} function issue_code_to_source(of_account uuid, of_purpose text, of_otp uuid,
    of_hmac bytea, of_kind text, of_code text, at timestamptz, of_end timestamptz,
    of_device text, of_network text, of_notice uuid, of_notice_kind text, of_notice_end timestamptz)
  returns void language plpgsql volatile as $$
  declare of_email text; owner uuid; gone uuid[];
  begin
    select email into of_email from account_contacts where account_id = of_account;
    if of_email is null then return; end if;
    perform pg_advisory_xact_lock(hashtextextended('register:' || of_email, 0));
    ${findOwner};
    if owner is not null then
      insert into mails_to_send (mail_id, account_id, kind, created_at, useful_until, next_attempt_at)
        values (of_notice, owner, of_notice_kind, at, of_notice_end, at);
      return;
    end if;
    with voided as (
      update otps set expires_at = at
      where account_id = of_account and purpose = of_purpose and used_at is null and expires_at > at
        and from_device is not distinct from of_device
        and (of_device is not null or from_network is not distinct from of_network)
      returning otp_id)
    select array_agg(otp_id) into gone from voided;
    delete from mails_to_send where mail_id = any(gone)
      and sent_at is null and abandoned_at is null and (claimed_until is null or claimed_until <= at);
    insert into otps (otp_id, account_id, purpose, code_hmac, created_at, expires_at, from_device, from_network)
      values (of_otp, of_account, of_purpose, of_hmac, at, of_end, of_device, of_network);
    insert into mails_to_send (mail_id, account_id, kind, code, created_at, useful_until, next_attempt_at)
      values (of_otp, of_account, of_kind, of_code, at, of_end, at);
  end $$`;
}
