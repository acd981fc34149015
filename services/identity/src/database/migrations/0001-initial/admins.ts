// One admin is always left. Whether others are is looked at behind a lock that lasts until the commit; who is about to be
// erased counts no more. An account that never was an admin needs no look.

export const adminFunctions: readonly string[] = [
  `create function assert_admin_remains(of_account uuid) returns void language plpgsql volatile as $$
  begin
    if not exists (select from events where stream_id = of_account
      and event_type = 'RolesChanged' and data->'roles' ? 'admin') then return; end if;
    perform pg_advisory_xact_lock(hashtextextended('an admin remains', 0));
    if not exists (select from accounts where status = 'active' and 'admin' = any(roles)
      and account_id <> of_account
      and (select event_type from events where stream_id = accounts.account_id
        and event_type in ('ErasureRequested', 'ErasureRefused')
        order by version desc limit 1) is distinct from 'ErasureRequested') then
      raise exception 'no admin would be left'
        using errcode = '23514', constraint = 'accounts_an_admin_remains';
    end if;
  end $$`,
];
