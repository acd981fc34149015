// Sessions, the tokens issued in them, and the revocations that gateways follow. A revocation holds an id and
// nothing else, and outlives the session's row: an erased person's tokens must stay refused.

export const sessionTables: readonly string[] = [
  `create table sessions (
    session_id uuid primary key,
    account_id uuid not null references account_contacts on delete cascade,
    roles text[] not null,
    started_at timestamptz not null,
    ends_at timestamptz not null,
    ended_at timestamptz,
    end_reason text
  )`,
  "create index sessions_open on sessions (account_id, started_at) where ended_at is null",
  "create index sessions_ends_at on sessions (ends_at)",
  `create table tokens (
    token_id uuid primary key,
    session_id uuid not null references sessions on delete cascade,
    replaces uuid constraint tokens_replaced_once unique,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    first_used_at timestamptz
  )`,
  "create index tokens_session on tokens (session_id)",
  `create table revocations (
    sequence bigint primary key,
    revoked_id uuid not null,
    valid_from timestamptz not null,
    valid_until timestamptz not null
  )`,
  "create index revocations_valid_until on revocations (valid_until)",
  `create table revocation_feed (
    is_only boolean primary key default true check (is_only),
    sequence bigint not null
  )`,
  "insert into revocation_feed (sequence) values (0)",
  // One row hands out the numbers and is locked until the commit, so that the sequence has no gaps and whoever
  // sees a number sees everything before it.
  `create function append_revocations(ids uuid[], of_from timestamptz, of_until timestamptz)
    returns void language plpgsql volatile as $$
    declare newest bigint;
    begin
      update revocation_feed set sequence = sequence + cardinality(ids) returning sequence into newest;
      insert into revocations (sequence, revoked_id, valid_from, valid_until)
        select newest - cardinality(ids) + each.number, each.id, of_from, of_until
        from unnest(ids) with ordinality as each(id, number);
    end $$`,
  // Ends sessions that are open, all of an account or one, and revokes them. What has ended already stays as it is.
  `create function end_sessions(ids uuid[], reason text, at timestamptz, of_until timestamptz)
    returns void language plpgsql volatile as $$
    declare gone uuid[];
    begin
      with ended as (
        update sessions set ended_at = at, end_reason = reason
        where session_id = any(ids) and ended_at is null returning session_id)
      select array_agg(session_id) into gone from ended;
      if gone is not null then perform append_revocations(gone, at, of_until); end if;
    end $$`,
  // Opens a session and its first token, if the account may still do what was just checked: it is active, and its
  // password is the one that was compared. The locks make a suspension or a new password wait, or us for it.
  // The account's oldest sessions beyond the limit end. Returns the roles of the session, nothing when refused.
  `create function open_session(of_session uuid, of_token uuid, of_account uuid,
      of_password_since timestamptz, at timestamptz, of_end timestamptz, of_token_end timestamptz,
      sessions_max int)
    returns table (session_roles text[]) language plpgsql volatile as $$
    declare found_roles text[]; surplus uuid[];
    begin
      select accounts.roles into found_roles from accounts join credentials using (account_id)
        where accounts.account_id = of_account and status = 'active' and changed_at = of_password_since
        for share;
      if found_roles is null then return; end if;
      insert into sessions (session_id, account_id, roles, started_at, ends_at)
        values (of_session, of_account, found_roles, at, of_end);
      insert into tokens (token_id, session_id, issued_at, expires_at)
        values (of_token, of_session, at, of_token_end);
      select array_agg(older.session_id) into surplus from (
        select session_id from sessions where account_id = of_account and ended_at is null and ends_at > at
        order by started_at desc, session_id desc offset sessions_max) as older;
      if surplus is not null then perform end_sessions(surplus, 'surplus', at, of_token_end); end if;
      return query select found_roles;
    end $$`,
];
