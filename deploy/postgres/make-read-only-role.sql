-- Who analyses reads through this role and changes nothing; `sanu migrate` says which tables it sees. Runs behind make-databases.sql
-- when the server is new; on an older volume by hand, as often as one likes. Nobody logs in as it: each analyst has a login of her own.
do $$ begin
  if not exists (select from pg_roles where rolname = 'sanu_analyst') then
    create role sanu_analyst nologin;
  end if;
end $$;
grant connect on database sanu_identity, sanu_transactions, sanu_payments, sanu_payouts to sanu_analyst;
