-- A second login of a service, which does everything as the service's own role: for the time in which its password changes.
-- psql -v role=sanu_payments -v login=sanu_payments_b -v password=… < deploy/runbooks/add-login.sql
create role :"login" login password :'password' in role :"role";
alter role :"login" set role = :'role';
