import type { BookedQueries } from "@sanu/platform";

const settledIn = "recorded_at >= $1 and recorded_at < $2";
const received = "event_type in ('PaymentCompleted', 'PaymentDiscrepancyFound')";

const ofStream = `stream_id::text as "subjectId", data->>'transactionId' as "transactionId"`;

const collections = `
select data->>'receiptReference' as "matchId", 'collection' as kind, 'XOF' as currency,
  coalesce(data->>'amountXof', data->>'receivedXof')::bigint as amount, 0::bigint as fee,
  'settled' as state, recorded_at as at, ${ofStream}
from events where ${received} and data->>'receiptReference' is not null`;

const stateOfAttempt = `
case attempts.state when 'settled' then 'settled' when 'rejected' then 'failed' else 'pending' end`;

/** Names that are none of ours are no keys either. */
const keysIn = `
array(select case when name ~ '^[0-9a-f-]{36}$' then name::uuid end from unnest($1::text[]) as name)`;

/** Receipts have the provider's names; refunds went out under the key of their attempt. */
export const bookedCollections: BookedQueries = {
  settled: `${collections} and ${settledIn}
union all
select attempt_id::text, 'refund', 'XOF', (data->>'amountXof')::bigint, 0::bigint, 'settled', recorded_at, ${ofStream}
from events join attempts on subject_id = stream_id and kind = 'refund' and state = 'settled'
where event_type = 'RefundSettled' and ${settledIn}`,
  named: `${collections} and data->>'receiptReference' = any($1::text[])
union all
select attempt_id::text, 'refund', 'XOF', (data->>'amountXof')::bigint, 0::bigint, ${stateOfAttempt}, created_at, ${ofStream}
from attempts join events on stream_id = subject_id and version = 1
where kind = 'refund' and attempt_id = any(${keysIn})`,
};

const taken = `
select coalesce(data->>'amountSats', data->>'receivedSats')::bigint as amount
from events as taken where taken.stream_id = events.stream_id and ${received} order by version limit 1`;

/** An invoice has one name on both sides: its payment hash. */
export const bookedCaptures: BookedQueries = {
  settled: `
select data->>'paymentHash' as "matchId", 'capture' as kind, 'SATS' as currency,
  coalesce(data->>'amountSats', data->>'receivedSats')::bigint as amount, 0::bigint as fee,
  'settled' as state, recorded_at as at, ${ofStream}
from events where ${received} and data->>'paymentHash' is not null and ${settledIn}`,
  named: `
select data->>'paymentHash' as "matchId", 'capture' as kind, 'SATS' as currency,
  coalesce(taken.amount, (data->>'amountSats')::bigint) as amount, 0::bigint as fee,
  case when taken.amount is not null then 'settled'
    when exists (select from events as failed where failed.stream_id = events.stream_id
      and event_type = 'PaymentFailed') then 'failed' else 'pending' end as state,
  recorded_at as at, ${ofStream}
from events left join lateral (${taken}) as taken on true
where event_type = 'InvoiceRequested' and data->>'paymentHash' = any($1::text[])`,
};
