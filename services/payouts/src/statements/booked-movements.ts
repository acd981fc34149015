import type { BookedQueries } from "@sanu/platform";

const settledIn = "recorded_at >= $1 and recorded_at < $2";

const ofStream = `stream_id::text as "subjectId", data->>'transactionId' as "transactionId"`;

const stateOfAttempt = `
case attempts.state when 'settled' then 'settled' when 'rejected' then 'failed' else 'pending' end`;

/** Names that are none of ours are no keys either. */
const keysIn = `
array(select case when name ~ '^[0-9a-f-]{36}$' then name::uuid end from unnest($1::text[]) as name)`;

const feeOf = (field: string) => `
coalesce((select (settled.data->'fee'->>'${field}')::bigint from events as settled
  where settled.stream_id = subject_id and event_type = 'PayoutSettled' limit 1), 0)`;

/** The provider has XOF under the key of their attempt. */
export const bookedDisbursements: BookedQueries = {
  settled: `
select attempt_id::text as "matchId", 'disbursement' as kind, 'XOF' as currency,
  (data->'sent'->>'amountXof')::bigint as amount, (data->'fee'->>'amountXof')::bigint as fee,
  'settled' as state, recorded_at as at, ${ofStream}
from events join attempts on subject_id = stream_id and attempts.kind = 'disbursement' and attempts.state = 'settled'
where event_type = 'PayoutSettled' and data->>'kind' = 'disbursement' and ${settledIn}`,
  named: `
select attempt_id::text as "matchId", 'disbursement' as kind, 'XOF' as currency,
  (data->'transfer'->>'amountXof')::bigint as amount, ${feeOf("amountXof")} as fee,
  ${stateOfAttempt} as state, created_at as at, ${ofStream}
from attempts join events on stream_id = subject_id and version = 1
where attempts.kind = 'disbursement' and attempt_id = any(${keysIn})`,
};

const hashOrTxid = "split_part(natural_key, ':', 2)";

/** A node knows a send by its payment hash or transaction id. One that was rejected for good has given its name back. */
export const bookedSends: BookedQueries = {
  settled: `
select ${hashOrTxid} as "matchId", 'send' as kind, 'SATS' as currency,
  (data->'sent'->>'amountSats')::bigint as amount, (data->'fee'->>'amountSats')::bigint as fee,
  'settled' as state, recorded_at as at, ${ofStream}
from events join attempts on subject_id = stream_id and attempts.kind = 'send' and attempts.state = 'settled'
where event_type = 'PayoutSettled' and data->>'kind' in ('send', 'refund') and ${settledIn}`,
  named: `
select ${hashOrTxid} as "matchId", 'send' as kind, 'SATS' as currency,
  (data->'transfer'->>'amountSats')::bigint as amount, ${feeOf("amountSats")} as fee,
  ${stateOfAttempt} as state, created_at as at, ${ofStream}
from attempts join events on stream_id = subject_id and version = 1
where natural_key is not null and attempts.state <> 'rejected' and natural_key = any(array(
  select kind || name from unnest(array['lightning:', 'chain:']) as kind, unnest($1::text[]) as name))`,
};
