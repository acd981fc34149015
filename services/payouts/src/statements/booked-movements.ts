import { payoutsStatementFacts } from "@sanu/contracts";
import { type BookedQueries, bookedBy, bookedSql, reconciliationOf } from "@sanu/platform";
import {
  BY_STATUS,
  type ChosenConnectors,
  type DisburseRail,
  type StatementSettings,
} from "@sanu/rails";
import { disbursementsByStatus } from "./disbursements-by-status.ts";

const { settledIn, keysIn } = bookedSql;
const first = bookedSql.firstOf("'PayoutSettled'");

/** The attempt that arrived: the one that the event names, which may have been refused before, else the one that was not. */
const arrivedByIt =
  "coalesce(attempts.attempt_number = settled.attempt, attempts.state <> 'rejected')";

/** One movement for each attempt that was not refused: what was ordered, what it cost, and how it stands now. */
const movements = (of: {
  readonly matchId: string;
  readonly kind: "disbursement" | "send";
  readonly currency: "XOF" | "SATS";
  readonly field: "amountXof" | "amountSats";
}) => `
select ${of.matchId} as "matchId", '${of.kind}' as kind, '${of.currency}' as currency,
  coalesce(settled.amount, ordered.amount) as amount, coalesce(settled.fee, 0) as fee,
  case when settled.reversed and ${arrivedByIt} then 'reversed'
    when attempts.state = 'settled' or attempts.attempt_number = settled.attempt then 'settled'
    when attempts.state = 'rejected' then 'failed' else 'pending' end as state,
  booked.recorded_at as at, booked.stream_id::text as "subjectId", booked.data->>'transactionId' as "transactionId",
  attempts.provider
from events as booked join attempts on attempts.subject_id = booked.stream_id and attempts.kind = '${of.kind}'
  cross join lateral (select (data->'transfer'->>'${of.field}')::bigint as amount from events as first
    where first.stream_id = booked.stream_id and first.version = 1) as ordered
  cross join lateral (
    select max((data->'sent'->>'${of.field}')::bigint) as amount, max((data->'fee'->>'${of.field}')::bigint) as fee,
      max((data->>'attemptNumber')::int) filter (where event_type = 'PayoutSettled') as attempt,
      coalesce(bool_or(event_type = 'PayoutReversed'), false) as reversed
    from events as later where later.stream_id = booked.stream_id) as settled`;

const disbursements = movements({
  matchId: "attempt_id::text",
  kind: "disbursement",
  currency: "XOF",
  field: "amountXof",
});

const wasSettled = `event_type = 'PayoutSettled' and ${settledIn}`;

/** The provider has XOF under the key of their attempt. */
export const bookedDisbursements: BookedQueries = {
  first,
  settled: `${disbursements}
where ${arrivedByIt} and ${wasSettled}`,
  named: `${disbursements}
where booked.version = 1 and attempt_id = any(${keysIn})`,
};

const sends = movements({
  matchId: "substr(natural_key, strpos(natural_key, ':') + 1)",
  kind: "send",
  currency: "SATS",
  field: "amountSats",
});

/** What arrived, or may, by its name: one that was rejected for good has given it back, but for the one that arrived all the same. */
const namesIt = "(attempts.state <> 'rejected' or attempts.attempt_number = settled.attempt)";

/** A node knows a send by its payment hash or transaction id. */
const bookedSends: BookedQueries = {
  first,
  settled: `${sends}
where ${arrivedByIt} and ${wasSettled}`,
  named: `${sends}
where booked.version = 1 and ${namesIt} and natural_key = any(array(
  select kind || name from unnest(array['lightning:', 'chain:']) as kind, unnest($1::text[]) as name))`,
};

/** Who is asked where nobody states anything. */
interface Asked {
  readonly connectors: { readonly disbursement: ChosenConnectors<DisburseRail> };
}

/** Compares what disbursements and sends did to our accounts with what their providers state. */
export const openStatements = reconciliationOf<StatementSettings<"disbursement"> & Asked>(
  payoutsStatementFacts,
  [
    {
      account: "disbursements",
      matchBy: "keys",
      open({ connectors, providerTimeoutMs: callTimeoutMs }, { database }) {
        const { statement, disbursement } = connectors;
        const bookedAt = ({ provider }: { readonly provider: string }) =>
          bookedBy(bookedDisbursements, provider);
        const stated = statement
          .open({ callTimeoutMs })
          .map((rail) => ({ rail, booked: bookedAt(rail) }));
        if (!statement.providers.includes(BY_STATUS)) return stated;
        const asked = disbursement.open({ callTimeoutMs }).map((rail) => {
          const booked = bookedAt(rail);
          return { rail: disbursementsByStatus(database, booked, rail), booked };
        });
        const isStated = (provider: string) => statement.providers.includes(provider);
        return [...stated, ...asked.filter(({ rail }) => !isStated(rail.provider))];
      },
    },
    {
      account: "node-out",
      matchBy: "keys",
      open: ({ nodes, providerTimeoutMs: callTimeoutMs }) =>
        nodes.statement
          .open({ callTimeoutMs })
          .map((rail) => ({ rail, booked: bookedBy(bookedSends, rail.provider) })),
    },
  ],
);
