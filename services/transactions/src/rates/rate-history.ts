import type { PastRateView } from "@sanu/contracts";
import {
  basisPoints,
  buyRate,
  type Instant,
  isInstant,
  isUuid,
  sellRate,
  type XofPerBtc,
} from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

interface HistoryRow {
  readonly rate_id: string;
  readonly mid_xof_per_btc: XofPerBtc;
  readonly spread_buy: number;
  readonly spread_sell: number;
  readonly from_at: Instant;
  readonly until_at: Instant;
}

export interface RateHistoryPage {
  readonly rows: PastRateView[];
  readonly nextCursor: string | null;
}

const pageText = `
select rate_id, mid_xof_per_btc, spread_buy, spread_sell, from_at, until_at from rate_history
where $1::timestamptz is null or (from_at, rate_id) < ($1, $2::uuid)
order by from_at desc, rate_id desc limit $3`;

/** A page of the rates that were, the newest first; `undefined` where the cursor is none of ours. */
export async function readRateHistory(
  database: Pick<Database, "query">,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<RateHistoryPage | undefined> {
  const place = cursor === null ? [null, null] : placeIn(cursor);
  if (place === undefined) return undefined;
  // One row more than the page holds tells whether another one follows.
  const rows = await database.query<HistoryRow>(CompiledQuery.raw(pageText, [...place, limit + 1]));
  const held = rows.slice(0, limit);
  const last = rows.length > limit ? held.at(-1) : undefined;
  return { rows: held.map(viewOf), nextCursor: last === undefined ? null : cursorOf(last) };
}

function viewOf(row: HistoryRow): PastRateView {
  const mid = row.mid_xof_per_btc;
  return {
    buy: Number(buyRate(mid, basisPoints(BigInt(row.spread_buy)))),
    sell: Number(sellRate(mid, basisPoints(BigInt(row.spread_sell)))),
    mid: Number(mid),
    from: row.from_at,
    until: row.until_at,
  };
}

function cursorOf({ from_at: from, rate_id: rateId }: HistoryRow): string {
  return Buffer.from(`${from}/${rateId}`).toString("base64url");
}

function placeIn(cursor: string): readonly [Instant, string] | undefined {
  const [from = "", rateId = ""] = Buffer.from(cursor, "base64url").toString().split("/");
  return isInstant(from) && isUuid(rateId) ? [from, rateId] : undefined;
}
