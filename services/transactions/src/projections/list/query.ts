import type { Language, TransactionListItemView } from "@sanu/contracts";
import {
  type AccountId,
  calendarDayOf,
  formatListedXof,
  formatSats,
  type Instant,
} from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { dayText } from "../../calendar/dates.ts";
import type { TransactionsTables } from "../tables.ts";
import { cursorText } from "./cursor.ts";
import type { PageFilter } from "./page-filter.ts";
import type { ListRow } from "./table.ts";

/** Which lines of whose list. */
export interface ListFilter extends PageFilter {
  readonly accountId: AccountId;
}

export type ListBuilder = Kysely<TransactionsTables>;

export interface ListPage {
  readonly transactions: TransactionListItemView[];
  readonly nextCursor: string | null;
}

/** A page of one person's transactions, the newest first; dates are days of `timeZone` in words of `language`. */
export async function readListPage(
  from: { readonly database: Database; readonly builder: ListBuilder },
  filter: ListFilter,
  as: { readonly language: Language; readonly timeZone: string },
): Promise<ListPage> {
  const rows = await from.database.query<ListRow>(pageStatement(from.builder, filter, as.timeZone));
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  const dateText = (moment: Instant) => dayText(calendarDayOf(moment, as.timeZone), as.language);
  return {
    transactions: page.map((row) => itemOf(row, dateText)),
    nextCursor:
      last === undefined
        ? null
        : cursorText({ createdAt: last.created_at, transactionId: last.transaction_id }),
  };
}

/** One row more than the page holds, which tells whether another page follows. */
function pageStatement(builder: ListBuilder, filter: ListFilter, timeZone: string): Statement {
  const { accountId, limit, cursor, status, transactionType, fromDay, toDay } = filter;
  const conditions: RawBuilder<boolean>[] = [sql`account_id = ${accountId}`];
  if (cursor !== null) {
    const { createdAt, transactionId } = cursor;
    conditions.push(sql`(created_at, transaction_id) < (${createdAt}, ${transactionId})`);
  }
  if (status !== null) conditions.push(sql`status = ${status}`);
  if (transactionType !== null) conditions.push(sql`transaction_type = ${transactionType}`);
  if (fromDay !== null) {
    conditions.push(sql`created_at >= ${fromDay}::date::timestamp at time zone ${timeZone}`);
  }
  if (toDay !== null) {
    conditions.push(sql`created_at < (${toDay}::date + 1)::timestamp at time zone ${timeZone}`);
  }
  return builder
    .selectFrom("transaction_list")
    .selectAll()
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy("created_at", "desc")
    .orderBy("transaction_id", "desc")
    .limit(limit + 1)
    .compile();
}

function itemOf(row: ListRow, dateText: (moment: Instant) => string): TransactionListItemView {
  return {
    id: row.transaction_id,
    reference: row.reference,
    type: row.transaction_type,
    amount_xof: formatListedXof(row.amount_xof),
    exchange_rate: Number(row.rate_xof_per_btc),
    amount_sats: formatSats(row.amount_sats),
    status: row.status,
    created_at: dateText(row.created_at),
    updated_at: dateText(row.updated_at),
  };
}
