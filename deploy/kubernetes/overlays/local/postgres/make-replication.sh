#!/bin/bash
# The role that a standby logs in as; and from the next start on a commit is on both before it is answered.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres --set=password="$REPLICATION_PASSWORD" <<'SQL'
create role replication login replication password :'password';
alter system set synchronous_standby_names = 'ANY 1 (*)';
SQL
echo 'hostssl replication replication all scram-sha-256' >>"$PGDATA/pg_hba.conf"
