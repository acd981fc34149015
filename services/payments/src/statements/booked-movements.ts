import { paymentsStatementFacts } from "@sanu/contracts";
import { type BookedQueries, bookedBy, bookedSql, reconciliationOf } from "@sanu/platform";
import {
  BY_STATUS,
  type ChosenConnectors,
  type CollectionRail,
  type StatementSettings,
} from "@sanu/rails";
import { collectionsByStatus } from "./collections-by-status.ts";

/** Each list of events is the one of an index, or a part of it. */
const { firstOf, settledIn, keysIn } = bookedSql;

const received = "event_type in ('PaymentCompleted', 'PaymentDiscrepancyFound')";

const ofStream = `booked.stream_id::text as "subjectId", booked.data->>'transactionId' as "transactionId"`;

/** What was said later of a receipt; under the same name another attempt, at another provider, may have brought other money. */
const laterOf = (receipt: string, event: string) => `
from events as later where later.stream_id = booked.stream_id and later.event_type = '${event}'
    and later.data->>'receiptReference' = ${receipt}->>'receiptReference'
    and coalesce(later.data->>'attemptNumber', '1') = coalesce(${receipt}->>'attemptNumber', '1')`;

/** Money that came in, as events of one kind tell of it, in the amount that two of the staff say where they say another one. */
const collectionsIn = (events: string, receipt: string) => `
select ${receipt}->>'receiptReference' as "matchId", 'collection' as kind, 'XOF' as currency,
  coalesce((select later.data->>'cameXof' ${laterOf(receipt, "PaymentReceiptCorrected")} order by later.version desc limit 1),
    ${receipt}->>'amountXof', ${receipt}->>'receivedXof')::bigint as amount, 0::bigint as fee,
  case when exists (select ${laterOf(receipt, "PaymentReversed")}) then 'reversed' else 'settled' end as state,
  booked.recorded_at as at, ${ofStream}, attempts.provider
from events as booked join attempts on attempts.subject_id = booked.stream_id and attempts.kind = 'collection'
  and attempts.attempt_number = coalesce((${receipt}->>'attemptNumber')::int, 1)
where ${events} and ${receipt}->>'receiptReference' is not null`;

/**
 * What was counted, and what came although a verdict says that it never did: that is kept with its payment, too. Each with what
 * else is asked of it, so that it is found by its own index.
 */
const collections = (also: (receipt: string) => string) => {
  const [own, denied] = ["booked.data", "booked.data->'receipt'"];
  return `${collectionsIn(received, own)} and ${also(own)}
union all ${collectionsIn("event_type = 'VerdictContradicted'", denied)} and ${also(denied)}`;
};

/** The attempt that arrived: the one that the event names, which may have been refused before, else the one that was not. */
const arrivedByIt =
  "coalesce(attempts.attempt_number = arrived.attempt, attempts.state <> 'rejected')";

/** What did not arrive of a refund was taken for it. */
const refunds = `
select attempt_id::text, 'refund', 'XOF', coalesce(arrived.amount, ordered.amount),
  greatest(ordered.amount - coalesce(arrived.amount, ordered.amount), 0),
  case when arrived.reversed and ${arrivedByIt} then 'reversed'
    when attempts.state = 'settled' or attempts.attempt_number = arrived.attempt then 'settled'
    when attempts.state = 'rejected' then 'failed' else 'pending' end, booked.recorded_at, ${ofStream},
  attempts.provider
from events as booked join attempts on attempts.subject_id = booked.stream_id and attempts.kind = 'refund'
  cross join lateral (select (data->>'amountXof')::bigint as amount from events as first
    where first.stream_id = booked.stream_id and first.version = 1) as ordered
  cross join lateral (select max((data->>'amountXof')::bigint) filter (where event_type = 'RefundSettled') as amount,
      max((data->>'attemptNumber')::int) filter (where event_type = 'RefundSettled') as attempt,
      coalesce(bool_or(event_type = 'RefundReversed'), false) as reversed
    from events as later where later.stream_id = booked.stream_id) as arrived`;

/** Receipts have the provider's names; refunds went out under the key of their attempt. */
const bookedCollections: BookedQueries = {
  first: `
select min(at) as at from (${firstOf("'PaymentCompleted', 'PaymentDiscrepancyFound', 'RefundSettled'")}
union all ${firstOf("'VerdictContradicted'")}) as each`,
  settled: `${collections(() => settledIn)}
union all ${refunds}
where ${arrivedByIt} and event_type = 'RefundSettled' and ${settledIn}`,
  named: `${collections((receipt) => `${receipt}->>'receiptReference' = any($1::text[])`)}
union all ${refunds}
where booked.version = 1 and attempt_id = any(${keysIn})`,
};

const taken = `
select coalesce(data->>'amountSats', data->>'receivedSats')::bigint as amount
from events as taken where taken.stream_id = booked.stream_id and ${received} order by version limit 1`;

/** At which node the invoice was made. */
const atNode = `join attempts on attempts.subject_id = booked.stream_id and attempts.kind = 'invoice'
  and attempts.attempt_number = 1`;

/** An invoice has one name on both sides: its payment hash. */
const bookedCaptures: BookedQueries = {
  first: firstOf("'PaymentCompleted', 'PaymentDiscrepancyFound'"),
  settled: `
select booked.data->>'paymentHash' as "matchId", 'capture' as kind, 'SATS' as currency,
  coalesce(booked.data->>'amountSats', booked.data->>'receivedSats')::bigint as amount, 0::bigint as fee,
  'settled' as state, booked.recorded_at as at, ${ofStream}, attempts.provider
from events as booked ${atNode} where ${received} and booked.data->>'paymentHash' is not null and ${settledIn}`,
  named: `
select booked.data->>'paymentHash' as "matchId", 'capture' as kind, 'SATS' as currency,
  coalesce(taken.amount, (booked.data->>'amountSats')::bigint) as amount, 0::bigint as fee,
  case when taken.amount is not null then 'settled'
    when exists (select from events as failed where failed.stream_id = booked.stream_id
      and event_type = 'PaymentFailed') then 'failed' else 'pending' end as state,
  booked.recorded_at as at, ${ofStream}, attempts.provider
from events as booked ${atNode} left join lateral (${taken}) as taken on true
where event_type = 'InvoiceRequested' and booked.data->>'paymentHash' = any($1::text[])`,
};

/** Who is asked where nobody states anything. */
interface Asked {
  readonly connectors: { readonly collection: ChosenConnectors<CollectionRail> };
}

/** Compares what collections, refunds and captures did to our accounts with what their providers state. */
export const openStatements = reconciliationOf<StatementSettings<"collection"> & Asked>(
  paymentsStatementFacts,
  [
    {
      account: "collections",
      matchBy: "receipts",
      open({ connectors, providerTimeoutMs: callTimeoutMs }, { database }) {
        const { statement, collection } = connectors;
        const bookedAt = ({ provider }: { readonly provider: string }) =>
          bookedBy(bookedCollections, provider);
        const stated = statement
          .open({ callTimeoutMs })
          .map((rail) => ({ rail, booked: bookedAt(rail) }));
        if (!statement.providers.includes(BY_STATUS)) return stated;
        const asked = collection.open({ callTimeoutMs }).map((rail) => {
          const booked = bookedAt(rail);
          return { rail: collectionsByStatus(database, booked, rail), booked };
        });
        const isStated = (provider: string) => statement.providers.includes(provider);
        return [...stated, ...asked.filter(({ rail }) => !isStated(rail.provider))];
      },
    },
    {
      account: "node-in",
      matchBy: "keys",
      open: ({ nodes, providerTimeoutMs: callTimeoutMs }) =>
        nodes.statement
          .open({ callTimeoutMs })
          .map((rail) => ({ rail, booked: bookedBy(bookedCaptures, rail.provider) })),
    },
  ],
);
