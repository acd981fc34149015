import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { FaultSystem } from "../system.ts";
import { differencesOf } from "./count-differences.ts";
import type { EventLogs, LogRow } from "./read-event-logs.ts";

type Reversed = "payment" | "refund" | "payout";

/**
 * What the sandbox took back, each by kind, transaction and amount, against what knows of it: the service that spoke to
 * it, the transaction, its case, and the ledger. Each has it once, and nothing else. What never came of a receipt that its provider shows as
 * less is taken back by two of the staff, and not by the sandbox: the sums say whether that is right.
 */
export async function findReversalDifferences(
  { sandbox, databases }: Pick<FaultSystem, "sandbox" | "databases">,
  logs: EventLogs,
): Promise<readonly string[]> {
  const owners = new Map([
    ...(await readOwners(databases.payments)),
    ...(await readOwners(databases.payouts)),
  ]);
  const { journal } = sandbox;
  const ofKey = (key: string) => owners.get(key) ?? key;
  const made = [
    ...journal
      .ofKind("money-reversed")
      .map(({ key, amountXof }) => nameOf("payment", ofKey(key), amountXof)),
    ...journal
      .ofKind("refund-reversed")
      .map(({ key, amountXof }) => nameOf("refund", ofKey(key), amountXof)),
    ...journal
      .ofKind("disbursement-reversed")
      .map(({ key, amountXof }) => nameOf("payout", ofKey(key), amountXof)),
  ];
  const { transactions } = databases;
  return [
    ...differencesOf("reversal of", reversedIn([...logs.payments, ...logs.payouts]), made),
    ...differencesOf("reversal of", recordedIn(logs), made, "in transactions"),
    ...differencesOf("reversal of", await readNames(transactions, casesText), made, "a case"),
    ...differencesOf("reversal of", await readNames(transactions, bookedText), made, "booked"),
  ];
}

function nameOf(what: Reversed, transactionId: unknown, amountXof: unknown): string {
  return `the ${what} of ${String(transactionId)}, ${String(amountXof)} XOF,`;
}

/** Whose money an attempt moves. */
async function readOwners(database: Database): Promise<readonly (readonly [string, string])[]> {
  const rows = await database.query<{ key: string; id: string }>(
    CompiledQuery.raw(
      `select attempt_id::text as key, data->>'transactionId' as id
       from attempts join events on stream_id = subject_id and version = 1`,
    ),
  );
  return rows.map(({ key, id }) => [key, id]);
}

/** By the services that speak to providers; their streams begin with whose they are. */
function reversedIn(rows: readonly LogRow[]): readonly string[] {
  const owners = new Map(
    rows.flatMap(({ version, streamId, data }) =>
      version === 1 ? [[streamId, data["transactionId"]] as const] : [],
    ),
  );
  return rows.flatMap(({ type, streamId, data }) => {
    const of = (what: Reversed, amountXof: unknown) => [
      nameOf(what, owners.get(streamId), amountXof),
    ];
    if (type === "PaymentReversed") return of("payment", data["reversedXof"]);
    if (type === "RefundReversed") return of("refund", data["amountXof"]);
    return type === "PayoutReversed" ? of("payout", francsIn(data["money"])) : [];
  });
}

const kinds: Readonly<Record<string, Reversed>> = {
  TransactionPaymentReversed: "payment",
  TransactionRefundReversed: "refund",
  TransactionPayoutReversed: "payout",
};

function recordedIn({ transactions }: EventLogs): readonly string[] {
  return transactions.flatMap(({ type, streamId, data }) => {
    const what = kinds[type];
    if (what === undefined || data["isPart"] === true) return [];
    return [nameOf(what, streamId, francsIn(data["money"]))];
  });
}

function francsIn(money: unknown): unknown {
  return typeof money === "object" && money !== null && "amountXof" in money
    ? money.amountXof
    : undefined;
}

/** Open or closed: who looked at it does not undo it. */
const casesText = `
select split_part(kind, '-', 1) as what, transaction_id::text as id, amount_xof::text as "amountXof"
from cases where kind in ('payment-reversed', 'refund-reversed', 'payout-reversed')
  and not exists (select from events where stream_id = cases.transaction_id and data ? 'isPart')`;

/** In which direction the francs went at the gateways is what its float says. */
const bookedText = `
select lower(substring(event_type from 'Transaction(.*)Reversed')) as what, stream_id::text as id,
  (case event_type when 'TransactionPaymentReversed' then - gateway_float else gateway_float end)::text as "amountXof"
from events join (
  select transaction_id, version, gateway_float from book_entries where currency = 'XOF'
  union all select transaction_id, version, gateway_float from receivable_entries where currency = 'XOF'
) as entry on entry.transaction_id = stream_id and entry.version = events.version
where event_type in ('TransactionPaymentReversed', 'TransactionRefundReversed', 'TransactionPayoutReversed')
  and not data ? 'isPart'`;

async function readNames(database: Database, text: string): Promise<readonly string[]> {
  const rows = await database.query<{ what: Reversed; id: string; amountXof: string }>(
    CompiledQuery.raw(text),
  );
  return rows.map(({ what, id, amountXof }) => nameOf(what, id, amountXof));
}
