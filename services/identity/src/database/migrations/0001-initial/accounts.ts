// Accounts as the log knows them, and apart from them the person: contacts, credentials, codes and mails,
// which all hang on account_contacts, so that deleting its row erases the person.

export const accountTables: readonly string[] = [
  `create table accounts (
    account_id uuid primary key,
    status text not null
      check (status in ('pending', 'active', 'deactivated', 'suspended', 'erased')),
    country text not null,
    roles text[] not null,
    kyc_status text not null,
    kyc_tier int not null check (kyc_tier between 0 and 3),
    registered_at timestamptz not null,
    activated_at timestamptz,
    status_before_suspension text
  )`,
  "create index accounts_newest on accounts (registered_at desc, account_id desc)",
  `create table account_contacts (
    account_id uuid primary key,
    name text not null,
    email text not null,
    whatsapp text,
    address text,
    tag text not null constraint account_contacts_tag_key unique,
    language text not null check (language in ('fr', 'en')),
    verified_at timestamptz,
    created_at timestamptz not null
  )`,
  // One verified account for each address; pending registrations of it may be many.
  `create unique index account_contacts_verified_email on account_contacts (email)
    where verified_at is not null`,
  "create index account_contacts_email on account_contacts (email)",
  `create index account_contacts_pending on account_contacts (created_at)
    where verified_at is null`,
  // Users are found by any part of what they are called, so the index is of trigrams: a part can begin anywhere.
  // pg_trgm is a trusted extension, which the owner of a database may create.
  "create extension if not exists pg_trgm",
  `create index account_contacts_search on account_contacts using gin (
    lower(name || ' ' || email || ' ' || tag || ' ' || coalesce(whatsapp, '')) gin_trgm_ops)`,
  `create table credentials (
    account_id uuid primary key references account_contacts on delete cascade,
    password_hash text not null,
    changed_at timestamptz not null
  )`,
  `create table otps (
    otp_id uuid primary key,
    account_id uuid not null references account_contacts on delete cascade,
    purpose text not null,
    code_hmac bytea not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    attempts int not null default 0,
    used_at timestamptz
  )`,
  "create index otps_account on otps (account_id, purpose, created_at)",
  "create index otps_created_at on otps (created_at)",
  `create table mails_to_send (
    mail_id uuid primary key,
    account_id uuid not null references account_contacts on delete cascade,
    kind text not null,
    code text,
    created_at timestamptz not null,
    useful_until timestamptz not null,
    next_attempt_at timestamptz not null,
    attempts int not null default 0,
    claimed_until timestamptz,
    sent_at timestamptz,
    abandoned_at timestamptz,
    check (code is null or (sent_at is null and abandoned_at is null))
  )`,
  "create index mails_to_send_account on mails_to_send (account_id)",
  `create index mails_to_send_due on mails_to_send (next_attempt_at)
    where sent_at is null and abandoned_at is null`,
  `create index mails_to_send_done on mails_to_send (coalesce(sent_at, abandoned_at))
    where sent_at is not null or abandoned_at is not null`,
  `create table generated_secrets (name text primary key, value text not null)`,
  // Refuses a registration of a verified address, and the mail that would exceed the address's limit. The
  // lock makes parallel registrations of one address count each other; it is held until the commit.
  `create function assert_may_register(of_email text, since timestamptz, codes_max int)
    returns void language plpgsql volatile as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('register:' || of_email, 0));
      if exists (select 1 from account_contacts where email = of_email and verified_at is not null) then
        raise exception 'taken' using errcode = '23514', constraint = 'account_contacts_verified_email';
      end if;
      if (select count(*) from otps join account_contacts using (account_id)
          where email = of_email and otps.created_at > since) >= codes_max then
        raise exception 'too many codes' using errcode = '23514', constraint = 'otps_per_address';
      end if;
    end $$`,
  // A code is used once: the second use finds nothing to update and refuses the whole transaction.
  `create function use_otp(of_otp uuid, at timestamptz)
    returns void language plpgsql volatile as $$
    begin
      update otps set used_at = at where otp_id = of_otp and used_at is null;
      if not found then
        raise exception 'used' using errcode = '23514', constraint = 'otps_used_once';
      end if;
    end $$`,
];
