import type {
  OccurrenceView,
  StandingOrderDetailView,
  StandingOrderStatus,
  StandingOrderView,
  TransactionStatus,
} from "@sanu/contracts";
import type { AccountId, StandingOrderId } from "@sanu/kernel";
import { type Database, fittingRows } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { cursorText, type ListCursor } from "../list/cursor.ts";
import type { OccurrenceRow, StandingOrderRow } from "./table.ts";

const queryLimits = { occurrencesShownMax: 50 } as const;

/** With who pays and who receives, which is null once the person is erased. */
interface ShownRow extends StandingOrderRow {
  readonly receiver: string | null;
  readonly number: string | null;
}

interface ShownOccurrence extends OccurrenceRow {
  readonly transaction_status: TransactionStatus | null;
}

const shownText = `
select shown.*, private.receiver, private.number
from standing_orders as shown left join standing_order_private as private using (order_id)`;

const pageText = `${shownText}
where shown.account_id = $1 and ($2::text is null or status = $2)
  and ($3::timestamptz is null or (created_at, order_id) < ($3, $4::uuid))
order by created_at desc, order_id desc limit $5`;

const occurrencesText = `
select happened.*, list.status as transaction_status
from standing_order_occurrences as happened
left join transaction_list as list using (transaction_id)
where order_id = $1 order by occurrence desc limit $2`;

export interface StandingOrderFilter {
  readonly accountId: AccountId;
  readonly limit: number;
  /** Of the last line: when it was placed, and its id. */
  readonly cursor: ListCursor | null;
  readonly status: StandingOrderStatus | null;
}

/** A page of one person's standing orders, the newest first; it ends early where one message carries no more. */
export async function readStandingOrders(
  database: Pick<Database, "query">,
  { accountId, limit, cursor, status }: StandingOrderFilter,
): Promise<{ readonly orders: StandingOrderView[]; readonly nextCursor: string | null }> {
  const place = [cursor?.createdAt ?? null, cursor?.transactionId ?? null];
  const values = [accountId, status, ...place, limit + 1];
  const rows = await database.query<ShownRow>(CompiledQuery.raw(pageText, values));
  const orders = fittingRows(rows.slice(0, limit).map(viewOf));
  const last = rows.length > orders.length ? rows[orders.length - 1] : undefined;
  const next = last && cursorText({ createdAt: last.created_at, transactionId: last.order_id });
  return { orders, nextCursor: next ?? null };
}

/** One of its owner with its newest occurrences; `undefined` where it is somebody else's. */
export async function findStandingOrder(
  database: Pick<Database, "query">,
  of: { readonly accountId: AccountId; readonly orderId: StandingOrderId },
): Promise<StandingOrderDetailView | undefined> {
  const text = `${shownText} where order_id = $1 and shown.account_id = $2`;
  const values = [of.orderId, of.accountId];
  const [row] = await database.query<ShownRow>(CompiledQuery.raw(text, values));
  if (row === undefined) return undefined;
  const occurrences = await database.query<ShownOccurrence>(
    CompiledQuery.raw(occurrencesText, [of.orderId, queryLimits.occurrencesShownMax]),
  );
  return { ...viewOf(row), occurrences: occurrences.map(occurrenceOf) };
}

/** How a row is shown to its owner. */
export function viewOf(row: ShownRow): StandingOrderView {
  const { price_xof_per_btc: price } = row;
  return {
    id: row.order_id,
    type: row.transaction_type,
    amount: Number(row.amount_xof),
    currency_code: "XOF",
    status: row.status,
    end_reason: row.end_reason,
    price: price === null ? null : Number(price),
    every: row.every,
    day: row.on_day,
    time: row.at_time,
    receiver_address: row.receiver ?? "",
    number: row.number ?? "",
    provider: row.channel,
    until: row.until_at,
    count: row.orders_max,
    ordered: row.ordered,
    failures: row.failures,
    next_at: row.next_due_at,
    created_at: row.created_at,
  };
}

function occurrenceOf(row: ShownOccurrence): OccurrenceView {
  return {
    number: row.occurrence,
    due_at: row.due_at,
    outcome: row.outcome,
    code: row.code,
    transaction_id: row.transaction_id,
    transaction_status: row.transaction_status,
    at: row.occurred_at,
  };
}
