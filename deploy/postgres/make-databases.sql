-- A database for each service, and a role that owns it and can do nothing else. Runs once, when the server is new.
\getenv identity_password IDENTITY_DATABASE_PASSWORD
\getenv transactions_password TRANSACTIONS_DATABASE_PASSWORD
\getenv payments_password PAYMENTS_DATABASE_PASSWORD
\getenv payouts_password PAYOUTS_DATABASE_PASSWORD

create role sanu_identity login password :'identity_password';
create role sanu_transactions login password :'transactions_password';
create role sanu_payments login password :'payments_password';
create role sanu_payouts login password :'payouts_password';

create database sanu_identity owner sanu_identity;
create database sanu_transactions owner sanu_transactions;
create database sanu_payments owner sanu_payments;
create database sanu_payouts owner sanu_payouts;

revoke all on database sanu_identity, sanu_transactions, sanu_payments, sanu_payouts, postgres from public;
