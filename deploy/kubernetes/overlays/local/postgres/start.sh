#!/bin/bash
# One of a pair. Whoever finds the other one serving writes follows it; else it goes on with what it has. Who is promoted is a
# person's or a test's word (pg_ctl promote): nothing here decides that a server is gone.
set -euo pipefail
other=postgres-$((1 - ${HOSTNAME##*-})).postgres-peers
export PGPASSFILE=/tmp/password PGSSLMODE=require PGCONNECT_TIMEOUT=3
(umask 077 && echo "*:*:*:replication:$REPLICATION_PASSWORD" >"$PGPASSFILE")
server=(postgres -c config_file="$PGDATA/postgresql.conf" -c listen_addresses='*' -c log_error_verbosity=terse
  -c max_connections=200 -c wal_level=replica -c hot_standby=on -c max_wal_senders=10 -c wal_keep_size=1GB
  -c ssl=on -c ssl_cert_file=/etc/postgres-tls/tls.crt -c ssl_key_file=/etc/postgres-tls/tls.key
  -c "primary_conninfo=host=$other user=replication passfile=$PGPASSFILE sslmode=require")

leads() { [[ $(psql -h "$other" -U replication -d template1 -Atc 'select not pg_is_in_recovery()' 2>&1) = t ]]; }
follow() {
  rm -rf "${PGDATA:?}"
  pg_basebackup --host="$other" --username=replication --pgdata="$PGDATA" --wal-method=stream --checkpoint=fast
  touch "$PGDATA/standby.signal"
  chmod 700 "$PGDATA"
}

if leads; then
  # A standby catches up with what it has; one that led before has commits of its own, and begins anew.
  [[ -e $PGDATA/standby.signal ]] || follow
elif [[ ! -s $PGDATA/PG_VERSION ]]; then
  if [[ $HOSTNAME != *-0 ]]; then
    until leads; do sleep 1; done
    follow
  else
    PGSSLMODE=prefer docker-entrypoint.sh postgres -c listen_addresses=127.0.0.1 -c port=5431 &
    made=$!
    until PGSSLMODE=prefer pg_isready --quiet --host=127.0.0.1 --port=5431 --username=postgres; do
      kill -0 "$made"
      sleep 0.5
    done
    kill -INT "$made"
    wait "$made" || true
  fi
fi
# The server is not the first process: what a probe or a person leaves behind when it is ended would be its child, and a child that it
# does not know and that ends by a signal makes it end everybody else and recover.
"${server[@]}" &
server_pid=$!
trap 'kill -INT "$server_pid"' TERM INT
status=0
# A signal ends the wait, not the server.
while kill -0 "$server_pid" 2>/dev/null; do
  status=0
  wait "$server_pid" || status=$?
done
exit "$status"
