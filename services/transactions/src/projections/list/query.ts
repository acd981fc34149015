import type { Language, TransactionListItemView } from "@sanu/contracts";
import {
  type AccountId,
  calendarDayOf,
  formatListedXof,
  formatSats,
  type Instant,
  type TransactionId,
} from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { dayText } from "../../calendar/dates.ts";
import { findReferences } from "../../personal-data/client-order.ts";
import type { TransactionsTables } from "../tables.ts";
import { cursorText } from "./cursor.ts";
import type { PageFilter } from "./page-filter.ts";
import type { ListRow } from "./table.ts";

/** Which lines of whose list. */
export interface ListFilter extends PageFilter {
  readonly accountId: AccountId;
  /** What the client called them; null where that is all the same. */
  readonly clientReference: string | null;
  /** These alone; null where it may be any. */
  readonly ids: readonly TransactionId[] | null;
}

export type ListBuilder = Kysely<TransactionsTables>;

export interface ListSource {
  readonly database: Database;
  readonly builder: ListBuilder;
}

export interface ListPage {
  readonly transactions: TransactionListItemView[];
  readonly nextCursor: string | null;
}

type PageRow = ListRow & { readonly is_named: boolean };

/** A page of one person's transactions, the newest first; dates are days of `timeZone` in words of `language`. */
export async function readListPage(
  from: ListSource,
  filter: ListFilter,
  as: { readonly language: Language; readonly timeZone: string },
): Promise<ListPage> {
  const statement = pageStatement(from.builder, filter, as.timeZone);
  const rows = await from.database.query<PageRow>(statement);
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  const names = await namesOf(from.database, page, filter);
  const dateText = (moment: Instant) => dayText(calendarDayOf(moment, as.timeZone), as.language);
  return {
    transactions: page.map((row) => itemOf(row, names.get(row.transaction_id), dateText)),
    nextCursor:
      last === undefined
        ? null
        : cursorText({ createdAt: last.created_at, transactionId: last.transaction_id }),
  };
}

/** What the client called the lines; nobody who never calls any pays for a look. */
async function namesOf(
  database: Pick<Database, "query">,
  page: readonly PageRow[],
  { clientReference: name }: ListFilter,
): Promise<ReadonlyMap<string, string>> {
  const ids = page.map((row) => row.transaction_id);
  if (name !== null) return new Map(ids.map((id) => [id, name]));
  return page[0]?.is_named === true ? findReferences(database, ids) : new Map();
}

const ofAll = sql`transaction_list as list`;
/** Found, and in order, by the index of references. */
const ofReference = sql`client_orders as place join transaction_list as list using (transaction_id)`;

/** In the order of the index, so that it is looked up there however many rows there are. */
const hasNamed = (accountId: AccountId) => sql`coalesce((
  select true from client_orders where account_id = ${accountId} and client_reference is not null
  order by client_reference limit 1), false)`;

/** One row more than the page holds, which tells whether another page follows. */
function pageStatement(builder: ListBuilder, filter: ListFilter, timeZone: string): Statement {
  const isByReference = filter.clientReference !== null;
  const place = sql.ref(isByReference ? "place" : "list");
  const conditions = conditionsOf(filter, { place, timeZone });
  return sql`
    select list.*, ${hasNamed(filter.accountId)} as is_named
    from ${isByReference ? ofReference : ofAll}
    where ${sql.join(conditions, sql` and `)}
    order by ${place}.created_at desc, ${place}.transaction_id desc
    limit ${filter.limit + 1}`.compile(builder);
}

function conditionsOf(
  filter: ListFilter,
  { place, timeZone }: { readonly place: RawBuilder<unknown>; readonly timeZone: string },
): readonly RawBuilder<unknown>[] {
  const { accountId, cursor, status, transactionType, fromDay, toDay, clientReference, ids } =
    filter;
  const conditions = [sql`${place}.account_id = ${accountId}`];
  if (clientReference !== null) conditions.push(sql`place.client_reference = ${clientReference}`);
  if (ids !== null) conditions.push(sql`list.transaction_id = any(${ids}::uuid[])`);
  if (cursor !== null) {
    const { createdAt, transactionId } = cursor;
    conditions.push(
      sql`(${place}.created_at, ${place}.transaction_id) < (${createdAt}, ${transactionId})`,
    );
  }
  if (status !== null) conditions.push(sql`list.status = ${status}`);
  if (transactionType !== null) conditions.push(sql`list.transaction_type = ${transactionType}`);
  if (fromDay !== null) {
    conditions.push(
      sql`${place}.created_at >= ${fromDay}::date::timestamp at time zone ${timeZone}`,
    );
  }
  if (toDay !== null) {
    conditions.push(
      sql`${place}.created_at < (${toDay}::date + 1)::timestamp at time zone ${timeZone}`,
    );
  }
  return conditions;
}

function itemOf(
  row: ListRow,
  name: string | undefined,
  dateText: (moment: Instant) => string,
): TransactionListItemView {
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
    ...(name !== undefined && { client_reference: name }),
  };
}
