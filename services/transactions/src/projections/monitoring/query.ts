import {
  type MonitoredTransactionDetailView,
  type MonitoredTransactionView,
  TransactionStatus,
} from "@sanu/contracts";
import { type AccountId, formatSats, formatXof, type TransactionId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import type { TransactionPrivateTable } from "../../personal-data/private-row.ts";
import { cursorText } from "../list/cursor.ts";
import type { PageFilter } from "../list/page-filter.ts";
import type { TransactionsTables } from "../tables.ts";
import type { MonitoringRow } from "./table.ts";

/** Which transactions, of everybody. */
export interface MonitoringFilter extends PageFilter {
  readonly accountId: AccountId | null;
  readonly isInReview: boolean;
  readonly search:
    | { readonly kind: "reference"; readonly reference: string }
    | { readonly kind: "ids"; readonly transactionIds: readonly TransactionId[] }
    | null;
}

export interface MonitoringPage {
  readonly rows: MonitoredTransactionView[];
  readonly nextCursor: string | null;
}

/** A page of everybody's transactions, the newest first. */
export async function readMonitoringPage(
  from: { readonly database: Database; readonly builder: Kysely<TransactionsTables> },
  filter: MonitoringFilter,
  timeZone: string,
): Promise<MonitoringPage> {
  const rows = await from.database.query<MonitoringRow>(
    pageStatement(from.builder, filter, timeZone),
  );
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  const nextCursor =
    last && cursorText({ createdAt: last.created_at, transactionId: last.transaction_id });
  return { rows: page.map(viewOf), nextCursor: nextCursor ?? null };
}

/** One row more than the page holds, which tells whether another page follows. */
function pageStatement(
  builder: Kysely<TransactionsTables>,
  filter: MonitoringFilter,
  timeZone: string,
): Statement {
  return builder
    .selectFrom("transaction_monitoring")
    .selectAll()
    .where(sql<boolean>`${sql.join([sql`true`, ...conditionsOf(filter, timeZone)], sql` and `)}`)
    .orderBy("created_at", "desc")
    .orderBy("transaction_id", "desc")
    .limit(filter.limit + 1)
    .compile();
}

function* conditionsOf(filter: MonitoringFilter, timeZone: string): Generator<RawBuilder<boolean>> {
  const { cursor, status, transactionType, fromDay, toDay, accountId, search } = filter;
  if (accountId !== null) yield sql`account_id = ${accountId}`;
  if (search !== null) yield searched(search);
  if (cursor !== null) {
    yield sql`(created_at, transaction_id) < (${cursor.createdAt}, ${cursor.transactionId})`;
  }
  // Written out, because a partial index serves no parameter.
  if (status !== null) yield sql`status = ${sql.lit(TransactionStatus.parse(status))}`;
  if (filter.isInReview) yield sql`review_reason is not null`;
  if (transactionType !== null) yield sql`transaction_type = ${transactionType}`;
  if (fromDay !== null) {
    yield sql`created_at >= ${fromDay}::date::timestamp at time zone ${timeZone}`;
  }
  if (toDay !== null) {
    yield sql`created_at < (${toDay}::date + 1)::timestamp at time zone ${timeZone}`;
  }
}

/** The beginning of a reference says whose it is, so that one index is asked. */
function searched(search: NonNullable<MonitoringFilter["search"]>): RawBuilder<boolean> {
  if (search.kind === "ids") return sql`transaction_id = any(${search.transactionIds}::uuid[])`;
  const { reference } = search;
  if (reference.startsWith("PAY_")) return sql`payment_reference = ${reference}`;
  if (reference.startsWith("PAYOUT_")) return sql`payout_reference = ${reference}`;
  return sql`reference = ${reference}`;
}

type DetailRow = MonitoringRow & {
  readonly [Key in "receiver_masked" | "number"]: TransactionPrivateTable[Key] | null;
};

const oneText = `
select monitoring.*, private.receiver_masked, private.number
from transaction_monitoring as monitoring left join transaction_private as private using (transaction_id)
where transaction_id = $1`;

/**
 * One transaction with the masked forms of its destinations, null when they were erased; `undefined` where there is
 * none.
 */
export async function findMonitored(
  database: Pick<Database, "query">,
  transactionId: TransactionId,
  maskNumber: (number: string) => string | null,
): Promise<MonitoredTransactionDetailView | undefined> {
  const [row] = await database.query<DetailRow>(CompiledQuery.raw(oneText, [transactionId]));
  if (row === undefined) return undefined;
  return {
    ...viewOf(row),
    receiver_masked: row.receiver_masked,
    number_masked: row.number === null ? null : maskNumber(row.number),
  };
}

function viewOf(row: MonitoringRow): MonitoredTransactionView {
  return {
    id: row.transaction_id,
    reference: row.reference,
    user_id: row.account_id,
    type: row.transaction_type,
    amount_xof: formatXof(row.amount_xof),
    amount_satoshi: formatSats(row.amount_sats),
    exchange_rate: Number(row.rate_xof_per_btc),
    status: row.status,
    review: row.review_reason !== null,
    review_reason: row.review_reason,
    failure_reason: row.failure_reason,
    channel: row.channel,
    payment_id: row.payment_id,
    payement_reference: row.payment_reference,
    payout_id: row.payout_id,
    payout_reference: row.payout_reference,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
