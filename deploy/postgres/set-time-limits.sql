-- Nobody who connects is unbounded, an administrator neither; services ask for less, jobs and dumps for more.
-- Runs behind make-databases.sql when the server is new; on an older volume by hand, as often as one likes.
select format('alter database %I set %s = %L', name, setting, value)
from unnest(array['sanu_identity', 'sanu_transactions', 'sanu_payments', 'sanu_payouts']) as name,
  (values ('idle_in_transaction_session_timeout', '60s'), ('transaction_timeout', '15min'),
    ('statement_timeout', '5min'), ('lock_timeout', '10s')) as limits (setting, value)
\gexec
