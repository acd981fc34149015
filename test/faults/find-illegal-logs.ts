import { type PublishingService, publishingServices } from "@sanu/contracts";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

type Databases = Readonly<Record<PublishingService, Database>>;

/** What may follow what, written by hand from the state diagrams, not taken from the deciders. */
const movesAllowed: Readonly<Record<string, readonly string[]>> = {
  TransactionCreated: ["TransactionPaymentLinked", "TransactionPaid", "TransactionFailed"],
  TransactionPaymentLinked: ["TransactionPaid", "TransactionFailed"],
  TransactionPaid: ["TransactionPaymentLinked", "TransactionCompleted"],
  TransactionCompleted: ["TransactionPaymentLinked"],
  TransactionFailed: ["TransactionPaymentLinked"],
  PaymentRequested: ["PaymentInitiated", "PaymentCompleted", "PaymentFailed"],
  PaymentInitiated: ["PaymentCompleted", "PaymentFailed"],
  PayoutRequested: ["PayoutAttemptRejected", "PayoutSettled", "PayoutFailed"],
  PayoutAttemptRejected: ["PayoutAttemptRejected", "PayoutSettled", "PayoutFailed"],
};
const first = ["TransactionCreated", "PaymentRequested", "PayoutRequested"];
/** What a person has to look at, and what the rail did beyond the order, may come at any time. */
const anyTime = ["TransactionReviewRequested", "PaymentDiscrepancyFound"];

interface StreamRow {
  readonly id: string;
  readonly versions: readonly number[];
  readonly types: readonly string[];
}

const streamsText = `
select stream_id as id, array_agg(version order by version) as versions,
  array_agg(event_type order by version) as types
from events group by stream_id`;

/** Streams with a gap or a move that no state diagram shows, and rows that tell another end than the log. */
export async function findIllegalLogs(databases: Databases): Promise<readonly string[]> {
  const found = await Promise.all(
    publishingServices.map(async (service) => {
      const streams = await databases[service].query<StreamRow>(CompiledQuery.raw(streamsText));
      return streams.flatMap((stream) => [
        ...gapsOf(stream),
        ...(service === "identity" ? [] : illegalMovesOf(stream)),
      ]);
    }),
  );
  return [...found.flat(), ...(await staleRows(databases.transactions))];
}

function gapsOf({ id, versions }: StreamRow): readonly string[] {
  const isWhole = versions.every((version, index) => version === index + 1);
  return isWhole ? [] : [`${id} has the versions ${versions.join(" ")}`];
}

function illegalMovesOf({ id, types }: StreamRow): readonly string[] {
  const moves = types.filter((type) => !anyTime.includes(type));
  return moves.flatMap((type, index) => {
    const before = moves[index - 1];
    const allowed = before === undefined ? first : (movesAllowed[before] ?? []);
    return allowed.includes(type) ? [] : [`${id} went from ${before ?? "nothing"} to ${type}`];
  });
}

/** The list's status and the detail's existence, against the last event that changes them. */
const staleText = `
with ends as (
  select stream_id as id, case
    when bool_or(event_type = 'TransactionCompleted') then 'COMPLETED'
    when bool_or(event_type = 'TransactionFailed') then 'FAILED'
    when bool_or(event_type in ('TransactionPaid', 'TransactionPaymentHeld')) then 'PROCESSING'
    else 'PENDING' end as status
  from events group by stream_id)
select coalesce(ends.id, list.transaction_id, detail.transaction_id)::text as id,
  ends.status as logged, list.status as listed, detail.status as detailed
from ends
full join transaction_list list on list.transaction_id = ends.id
full join transaction_detail detail on detail.transaction_id = ends.id
where ends.status is distinct from list.status or ends.status is distinct from detail.status`;

async function staleRows(transactions: Database): Promise<readonly string[]> {
  const rows = await transactions.query<Record<"id" | "logged" | "listed" | "detailed", string>>(
    CompiledQuery.raw(staleText),
  );
  return rows.map(
    ({ id, logged, listed, detailed }) =>
      `${id} is ${logged} in the log, ${listed} in the list and ${detailed} in the detail`,
  );
}
